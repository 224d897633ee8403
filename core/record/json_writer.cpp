// SPDX-License-Identifier: Apache-2.0
#include "record/json_writer.hpp"

#include "record/codec.hpp"
#include "record/value.hpp"

#include <cassert>
#include <cmath>

namespace dyno::record {

void json_writer::line() {
    m_text += '\n';
    m_text.append(2 * m_has_elements.size(), ' ');
}

void json_writer::before_value() {
    if (m_after_key) {
        m_after_key = false;
        return;
    }
    if (!m_has_elements.empty()) {
        m_text += m_has_elements.back() ? "," : "";
        m_has_elements.back() = true;
        line();
    }
}

json_writer& json_writer::put(std::string_view raw) {
    before_value();
    m_text += raw;
    return *this;
}

json_writer& json_writer::close(char bracket) {
    assert(!m_has_elements.empty() && !m_after_key);
    const bool has_elements = m_has_elements.back();
    m_has_elements.pop_back();
    if (has_elements) {
        line();
    }
    m_text += bracket;
    return *this;
}

json_writer& json_writer::begin_object() {
    put("{");
    m_has_elements.push_back(false);
    return *this;
}

json_writer& json_writer::begin_array() {
    put("[");
    m_has_elements.push_back(false);
    return *this;
}

json_writer& json_writer::end_object() {
    return close('}');
}

json_writer& json_writer::end_array() {
    return close(']');
}

json_writer& json_writer::key(std::string_view name) {
    put(to_line(json(name)) + ": ");
    m_after_key = true;
    return *this;
}

json_writer& json_writer::value(std::string_view text) {
    return put(to_line(json(text)));
}

json_writer& json_writer::value(double number) {
    return std::isfinite(number) ? put(to_text(number)) : null();
}

json_writer& json_writer::value(bool truth) {
    return put(truth ? "true" : "false");
}

json_writer& json_writer::value(std::int64_t number) {
    return put(std::to_string(number));
}

json_writer& json_writer::value(std::size_t number) {
    return put(std::to_string(number));
}

json_writer& json_writer::null() {
    return put("null");
}

std::string json_writer::finish() && {
    assert(m_has_elements.empty() && !m_after_key);
    return std::move(m_text) + "\n";
}

} // namespace dyno::record
