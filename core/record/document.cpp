// SPDX-License-Identifier: Apache-2.0
#include "record/document.hpp"

#include "record/json_scanner.hpp"

#include <cassert>

namespace dyno::record {

node_kind node::kind() const {
    return m_of->m_entries[m_at].kind;
}

bool node::is_number() const {
    return is(node_kind::integer) || is(node_kind::real) || is(node_kind::huge);
}

bool node::truth() const {
    assert(is(node_kind::boolean));
    return m_of->m_entries[m_at].integer != 0;
}

std::int64_t node::integer() const {
    assert(is(node_kind::integer));
    return m_of->m_entries[m_at].integer;
}

double node::number() const {
    assert(is_number());
    const document::entry& e = m_of->m_entries[m_at];
    return e.kind == node_kind::integer ? static_cast<double>(e.integer) : e.real;
}

std::string_view node::text() const {
    assert(is(node_kind::text));
    const document::entry& e = m_of->m_entries[m_at];
    return {e.text, e.extent};
}

std::span<const double> node::numbers() const {
    assert(is(node_kind::numbers));
    const document::entry& e = m_of->m_entries[m_at];
    return std::span(m_of->m_numbers).subspan(e.first_number, e.extent);
}

node::iterator node::begin() const {
    const bool has_children = is(node_kind::array) || is(node_kind::object);
    return {*m_of, has_children ? m_at + 1 : m_of->after(m_at), is(node_kind::object)};
}

node::iterator node::end() const {
    return {*m_of, m_of->after(m_at), is(node_kind::object)};
}

std::optional<node> node::find(std::string_view key) const {
    for (iterator at = begin(); at != end(); ++at) {
        if (at.key() == key) {
            return (*at).value;
        }
    }
    return std::nullopt;
}

std::string node::path() const {
    std::string text = m_of->name();
    for (std::uint32_t above = 0; above != m_at;) {
        std::size_t place = 0;
        const node container(*m_of, above);
        for (const auto& [key, inside] : container) {
            if (m_at < m_of->after(inside.m_at)) {
                if (container.is(node_kind::object)) {
                    text.append(".").append(key);
                } else {
                    text.append("[").append(std::to_string(place)).append("]");
                }
                above = inside.m_at;
                break;
            }
            ++place;
        }
    }
    return text;
}

std::string_view node::iterator::key() const {
    return m_has_keys ? node(*m_of, m_at).text() : std::string_view();
}

node::iterator& node::iterator::operator++() {
    m_at = m_of->after(m_has_keys ? m_at + 1 : m_at);
    return *this;
}

void document::clear(std::string name) {
    m_name = std::move(name);
    m_entries.clear();
    m_numbers.clear();
    m_unescaped.clear();
}

std::uint32_t document::after(std::uint32_t at) const {
    const entry& e = m_entries[at];
    return e.kind == node_kind::array || e.kind == node_kind::object ? e.extent : at + 1;
}

document parse_document(std::string_view text, const std::string& name) {
    document whole(name);
    json_scanner scanner(text, name);
    scanner.value(whole);
    scanner.finish();
    return whole;
}

} // namespace dyno::record
