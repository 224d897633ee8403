// The scanner's texts: views where the bytes are the text, unescaped copies elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include "record/json_scanner.hpp"
#include "record/utf8.hpp"

#include <algorithm>
#include <charconv>

namespace dyno::record {
namespace {

void append_utf8(std::string& to, unsigned code) {
    const auto put = [&](unsigned byte) { to += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

} // namespace

std::string_view json_scanner::text(document& into) {
    expect('"');
    const std::size_t first = m_at;
    while (m_at < m_text.size()) {
        const auto byte = static_cast<unsigned char>(m_text[m_at]);
        if (byte == '"') {
            return m_text.substr(first, m_at++ - first);
        }
        if (byte == '\\') {
            return unescape(into, first);
        }
        if (byte < 0x20) {
            throw wrong("a control character in a text must be escaped");
        }
        const std::size_t length = byte < 0x80 ? 1 : utf8_length(m_text.substr(m_at));
        if (length == 0) {
            throw wrong("a byte that is no UTF-8");
        }
        m_at += length;
    }
    throw wrong("the text ends inside a string");
}

std::string_view json_scanner::unescape(document& into, std::size_t first) {
    std::string& plain = into.m_unescaped.emplace_back(m_text.substr(first, m_at - first));
    while (m_at < m_text.size()) {
        const auto byte = static_cast<unsigned char>(m_text[m_at]);
        if (byte == '"') {
            ++m_at;
            return plain;
        }
        if (byte == '\\') {
            ++m_at;
            escape(plain);
            continue;
        }
        if (byte < 0x20) {
            throw wrong("a control character in a text must be escaped");
        }
        const std::size_t length = utf8_length(m_text.substr(m_at));
        if (length == 0) {
            throw wrong("a byte that is no UTF-8");
        }
        plain += m_text.substr(m_at, length);
        m_at += length;
    }
    throw wrong("the text ends inside a string");
}

unsigned json_scanner::hex4() {
    unsigned code = 0;
    const char* begin = m_text.data() + m_at;
    const std::size_t left = std::min<std::size_t>(m_text.size() - m_at, 4);
    const auto [end, failure] = std::from_chars(begin, begin + left, code, 16);
    if (failure != std::errc() || end != begin + 4) {
        throw wrong("four hexadecimal digits are wanted after \\u");
    }
    m_at += 4;
    return code;
}

void json_scanner::escape(std::string& to) {
    constexpr std::string_view spelt = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const std::size_t known = spelt.find(peek());
    if (m_at < m_text.size() && known != std::string_view::npos) {
        ++m_at;
        to += meant[known];
        return;
    }
    if (peek() != 'u') {
        throw wrong("an unknown escape in a text");
    }
    ++m_at;
    unsigned code = hex4();
    if (code >= 0xd800 && code < 0xdc00 && m_text.substr(m_at).starts_with("\\u")) {
        m_at += 2;
        const unsigned low = hex4();
        if (low < 0xdc00 || low > 0xdfff) {
            throw wrong("half of a surrogate pair");
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xd800 && code < 0xe000) {
        throw wrong("half of a surrogate pair");
    }
    append_utf8(to, code);
}

} // namespace dyno::record
