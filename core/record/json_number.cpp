// The scanner's numbers: the grammar of RFC 8259, then the nearest double or 64-bit integer.
// SPDX-License-Identifier: Apache-2.0
#include "record/json_scanner.hpp"

#include <algorithm>
#include <charconv>

namespace dyno::record {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether a decimal text that is no double is too large rather than too small: the exponent of
/// its first significant digit.
bool is_too_large(std::string_view text) {
    const std::size_t mark = text.find_first_of("eE");
    std::string_view digits = text.substr(0, mark);
    long exponent = 0;
    if (mark != std::string_view::npos) {
        std::string_view after = text.substr(mark + 1);
        after.remove_prefix(after.starts_with('+') ? 1 : 0);
        const auto [end, failure] =
            std::from_chars(after.data(), after.data() + after.size(), exponent);
        if (failure != std::errc()) {
            return !after.starts_with('-');
        }
    }
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_of("123456789");
    const long place =
        first < point ? static_cast<long>(point - first) - 1 : -static_cast<long>(first - point);
    return place + exponent > 0;
}

} // namespace

void json_scanner::number(document& into) {
    const std::size_t first = m_at;
    const auto digits = [&] {
        const std::size_t start = m_at;
        while (is_digit(peek())) {
            ++m_at;
        }
        return m_at - start;
    };
    const std::size_t sign = peek() == '-' ? 1 : 0;
    m_at += sign;
    const std::size_t whole = digits();
    if (whole == 0) {
        m_at = first;
        throw unexpected("a value");
    }
    if (whole > 1 && m_text[first + sign] == '0') {
        m_at = first;
        throw wrong("a number must not begin with 0 and a digit");
    }
    bool is_whole = true;
    if (peek() == '.') {
        is_whole = false;
        ++m_at;
        if (digits() == 0) {
            throw unexpected("a digit");
        }
    }
    if (peek() == 'e' || peek() == 'E') {
        is_whole = false;
        ++m_at;
        m_at += peek() == '+' || peek() == '-' ? 1 : 0;
        if (digits() == 0) {
            throw unexpected("a digit");
        }
    }
    const char *begin = m_text.data() + first, *end = m_text.data() + m_at;
    document::entry& e = append(into, is_whole ? node_kind::integer : node_kind::real);
    if (is_whole && std::from_chars(begin, end, e.integer).ec == std::errc()) {
        return;
    }
    e.kind = is_whole ? node_kind::huge : node_kind::real;
    if (std::from_chars(begin, end, e.real).ec == std::errc::result_out_of_range) {
        const std::string_view spelt(begin, static_cast<std::size_t>(end - begin));
        if (is_too_large(spelt)) {
            m_at = first;
            throw wrong("the number " + std::string(spelt.substr(0, 24)) + " is too large");
        }
        e.real = sign == 1 ? -0.0 : 0.0;
    }
}

} // namespace dyno::record
