// SPDX-License-Identifier: Apache-2.0
#include "record/json_scanner.hpp"

#include <algorithm>

namespace dyno::record {

error json_scanner::wrong_at(std::size_t place, const std::string& what) const {
    const std::string_view before = m_text.substr(0, place);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n') + 1; // npos + 1 is 0
    return error(m_name + ": not valid JSON: line " + std::to_string(line) + ", column " +
                 std::to_string(place - start + 1) + ": " + what);
}

error json_scanner::unexpected(const char* wanted) const {
    if (m_at >= m_text.size()) {
        return wrong("the text ends where " + std::string(wanted) + " is wanted");
    }
    const std::string_view rest = m_text.substr(m_at);
    for (const std::string_view word :
         {"NaN", "nan", "-NaN", "-nan", "Infinity", "-Infinity", "inf", "-inf"}) {
        if (rest.starts_with(word)) {
            return wrong(std::string(word) + " is no number in JSON");
        }
    }
    const auto byte = static_cast<unsigned char>(rest.front());
    std::string found = "another character";
    if (byte > 0x20 && byte < 0x7f) {
        found = {'\'', rest.front(), '\''};
    }
    return wrong(std::string(wanted) + " is wanted here, not " + found);
}

void json_scanner::blanks() {
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            break;
        }
        ++m_at;
    }
}

bool json_scanner::take(char wanted) {
    blanks();
    if (m_at < m_text.size() && m_text[m_at] == wanted) {
        ++m_at;
        return true;
    }
    return false;
}

void json_scanner::expect(char wanted) {
    if (!take(wanted)) {
        const char quoted[] = {'\'', wanted, '\'', '\0'};
        throw unexpected(quoted);
    }
}

bool json_scanner::is_at_line_end() const {
    return m_text.substr(m_at).starts_with("\n") || m_text.substr(m_at).starts_with("\r\n");
}

void json_scanner::leave_out_last_line_without_end() {
    m_text = m_text.substr(0, std::max(m_at, m_text.rfind('\n') + 1));
}

bool json_scanner::is_at_end() {
    blanks();
    return m_at >= m_text.size();
}

void json_scanner::finish() {
    if (!is_at_end()) {
        throw unexpected("the end of the text");
    }
}

void json_scanner::value(document& into) {
    blanks();
    switch (peek()) {
    case '{':
        return members(into, {}, nullptr);
    case '[':
        return array(into);
    case '"': {
        const std::string_view found = text(into);
        document::entry& e = append(into, node_kind::text);
        e.text = found.data();
        e.extent = static_cast<std::uint32_t>(found.size());
        return;
    }
    case 't':
        return word(into, "true", node_kind::boolean, true);
    case 'f':
        return word(into, "false", node_kind::boolean, false);
    case 'n':
        return word(into, "null", node_kind::null, false);
    default:
        return number(into);
    }
}

void json_scanner::word(document& into, std::string_view spelt, node_kind kind, bool truth) {
    if (!m_text.substr(m_at).starts_with(spelt)) {
        throw unexpected("a value");
    }
    m_at += spelt.size();
    append(into, kind).integer = truth ? 1 : 0;
}

document::entry& json_scanner::append(document& into, node_kind kind) {
    document::entry& e = into.m_entries.emplace_back();
    e.integer = 0;
    e.extent = 0;
    e.kind = kind;
    return e;
}

void json_scanner::object(document& into, std::string_view apart,
                          const std::function<void()>& take_apart) {
    blanks();
    if (peek() != '{') {
        throw unexpected("'{'");
    }
    members(into, apart, &take_apart);
}

void json_scanner::members(document& into, std::string_view apart,
                           const std::function<void()>* take_apart) {
    if (++m_depth > deepest) {
        throw wrong("nested deeper than " + std::to_string(deepest) + " levels");
    }
    ++m_at;
    const auto self = static_cast<std::uint32_t>(into.m_entries.size());
    append(into, node_kind::object);
    blanks();
    if (peek() != '}') {
        do {
            blanks();
            if (peek() != '"') {
                throw unexpected("a key");
            }
            const auto key = static_cast<std::uint32_t>(into.m_entries.size());
            value(into);
            expect(':');
            if (take_apart != nullptr && node(into, key).text() == apart) {
                (*take_apart)();
                append(into, node_kind::null);
            } else {
                value(into);
            }
        } while (take(','));
    }
    if (!take('}')) {
        throw unexpected("',' or '}'");
    }
    into.m_entries[self].extent = static_cast<std::uint32_t>(into.m_entries.size());
    refuse_key_twice(into, self);
    --m_depth;
}

void json_scanner::refuse_key_twice(const document& in, std::uint32_t object) const {
    constexpr std::size_t few = 12; // comparing all pairs is quicker up to about here
    std::vector<std::string_view> keys;
    const node self(in, object);
    const auto refuse = [&](std::string_view key) {
        return wrong("the key '" + std::string(key) + "' stands twice in this object");
    };
    std::size_t count = 0;
    for (node::iterator at = self.begin(); at != self.end(); ++at, ++count) {
        if (count < few) {
            node::iterator before = self.begin();
            for (std::size_t i = 0; i < count; ++i, ++before) {
                if (before.key() == at.key()) {
                    throw refuse(at.key());
                }
            }
        }
    }
    if (count <= few) {
        return;
    }
    for (node::iterator at = self.begin(); at != self.end(); ++at) {
        keys.push_back(at.key());
    }
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice != keys.end()) {
        throw refuse(*twice);
    }
}

void json_scanner::array(document& into) {
    if (++m_depth > deepest) {
        throw wrong("nested deeper than " + std::to_string(deepest) + " levels");
    }
    ++m_at;
    if (!number_array(into)) {
        const auto self = static_cast<std::uint32_t>(into.m_entries.size());
        append(into, node_kind::array);
        blanks();
        if (peek() != ']') {
            do {
                value(into);
            } while (take(','));
        }
        into.m_entries[self].extent = static_cast<std::uint32_t>(into.m_entries.size());
    }
    if (!take(']')) {
        throw unexpected("',' or ']'");
    }
    --m_depth;
}

} // namespace dyno::record
