// Writes a JSON text piece by piece, for reports and exports: the only way to make JSON outside of
// the run file's own codec.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dyno::record {

/// Pieces must come in an order that makes one value; that is asserted, not checked. Texts may
/// hold anything: broken UTF-8 is replaced. Numbers that are not finite become null.
class json_writer {
public:
    json_writer& begin_object();
    json_writer& end_object();
    json_writer& begin_array();
    json_writer& end_array();

    json_writer& key(std::string_view name);
    json_writer& value(std::string_view text);
    json_writer& value(const char* text) { return value(std::string_view(text)); }
    json_writer& value(double number);
    json_writer& value(bool truth);
    json_writer& value(std::int64_t number);
    json_writer& value(std::size_t number);
    json_writer& null();

    /// A key with its value; null for an optional without one.
    template <class Value>
    json_writer& member(std::string_view name, const Value& v) {
        return key(name).value(v);
    }
    template <class Value>
    json_writer& member(std::string_view name, const std::optional<Value>& v) {
        key(name);
        return v ? value(*v) : null();
    }

    /// The text, indented by two spaces, with a line feed at its end.
    [[nodiscard]] std::string finish() &&;

private:
    void before_value();
    void line();
    json_writer& put(std::string_view raw);
    json_writer& close(char bracket);

    std::string m_text;
    std::vector<bool> m_has_elements; ///< of the open arrays and objects
    bool m_after_key = false;
};

} // namespace dyno::record
