// What is known about the machine: values by name, and why a value is missing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/value.hpp"

#include <map>
#include <optional>
#include <string>

namespace dyno::record {

/// A fact about the machine: a value, or why there is none. Unknown equals nothing.
struct fact {
    std::optional<value> known;
    std::string reason; ///< why it is unknown; empty if it is known

    bool operator==(const fact&) const = default;
};
using facts = std::map<std::string, fact>; ///< by dotted name: "driver.version"

/// What one source says about the machine.
struct fact_sheet {
    facts identity;      ///< compared by a diff
    facts circumstances; ///< recorded, never compared for equality

    /// Null: nobody says anything of that name.
    [[nodiscard]] const fact* find(const std::string& name) const {
        for (const facts* all : {&identity, &circumstances}) {
            if (const auto found = all->find(name); found != all->end()) {
                return &found->second;
            }
        }
        return nullptr;
    }

    /// Nothing if it is unknown, or of another kind.
    template <class T>
    [[nodiscard]] std::optional<T> value(const std::string& name) const {
        const fact* found = find(name);
        const T* typed =
            found != nullptr && found->known ? std::get_if<T>(&*found->known) : nullptr;
        return typed != nullptr ? std::optional<T>(*typed) : std::nullopt;
    }

    bool operator==(const fact_sheet&) const = default;
};

} // namespace dyno::record
