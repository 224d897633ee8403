// A value that was asked for: what it is, or why there is none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace dyno::record {

/// Why a value is absent: "not supported", "no permission", "lost", "symbol missing", …
struct absent {
    std::string reason;
};

/// Absent is never 0, and an absent value always has a reason.
template <class T>
class reading {
public:
    reading() : m_reason("not asked") {}
    reading(T value) : m_value(std::move(value)) {}
    reading(absent why) : m_reason(std::move(why.reason)) {}

    [[nodiscard]] bool has_value() const { return m_value.has_value(); }
    /// Only if has_value().
    [[nodiscard]] const T& value() const { return *m_value; }
    /// Empty if there is a value.
    [[nodiscard]] const std::string& reason() const { return m_reason; }

    /// The same reading with `change` applied to its value.
    template <class Change>
    [[nodiscard]] auto map(Change change) const -> reading<decltype(change(std::declval<T>()))> {
        if (!m_value) {
            return absent{m_reason};
        }
        return change(*m_value);
    }

    bool operator==(const reading&) const = default;

private:
    std::optional<T> m_value;
    std::string m_reason;
};

} // namespace dyno::record
