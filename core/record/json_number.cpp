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

json_scanner::spelt_number json_scanner::spell_number() {
    const char *const end = m_text.data() + m_text.size(), *const first = m_text.data() + m_at;
    const char* at = first;
    spelt_number spelt;
    const auto fail = [&](const char* where) {
        m_at = static_cast<std::size_t>(where - m_text.data());
        return unexpected(where == first ? "a value" : "a digit");
    };
    const auto digits = [&] {
        const char* start = at;
        while (at != end && is_digit(*at)) {
            ++at;
        }
        return at - start;
    };
    at += at != end && *at == '-' ? 1 : 0;
    const char* whole = at;
    const auto count = digits();
    if (count == 0) {
        throw fail(first);
    }
    if (count > 1 && *whole == '0') {
        throw wrong("a number must not begin with 0 and a digit");
    }
    if (at != end && *at == '.') {
        spelt.is_whole = false;
        ++at;
        if (digits() == 0) {
            throw fail(at);
        }
    }
    if (at != end && (*at == 'e' || *at == 'E')) {
        spelt.is_whole = false;
        spelt.has_exponent = true;
        ++at;
        at += at != end && (*at == '+' || *at == '-') ? 1 : 0;
        if (digits() == 0) {
            throw fail(at);
        }
    }
    spelt.text = std::string_view(first, static_cast<std::size_t>(at - first));
    m_at += spelt.text.size();
    return spelt;
}

double json_scanner::convert(const spelt_number& spelt) const {
    double number = 0;
    const char *begin = spelt.text.data(), *end = begin + spelt.text.size();
    if (std::from_chars(begin, end, number).ec == std::errc::result_out_of_range) {
        if (is_too_large(spelt.text)) {
            throw wrong_at(static_cast<std::size_t>(begin - m_text.data()),
                           "the number " + std::string(spelt.text.substr(0, 24)) + " is too large");
        }
        return spelt.text.starts_with('-') ? -0.0 : 0.0;
    }
    return number;
}

void json_scanner::number(document& into) {
    const spelt_number spelt = spell_number();
    document::entry& e = append(into, spelt.is_whole ? node_kind::integer : node_kind::real);
    const char *begin = spelt.text.data(), *end = begin + spelt.text.size();
    if (spelt.is_whole && std::from_chars(begin, end, e.integer).ec == std::errc()) {
        return;
    }
    e.kind = spelt.is_whole ? node_kind::huge : node_kind::real;
    e.real = convert(spelt);
}

/// An array of numbers only, taken into the list of numbers; false, with nothing read, if it holds
/// anything else or nothing.
bool json_scanner::number_array(document& into) {
    /// A shorter number without an exponent is no larger than 1e24: it needs no converting to be
    /// known as finite.
    constexpr std::size_t surely_finite = 25;
    const std::size_t start = m_at, first = into.m_numbers.size();
    do {
        blanks();
        const char c = peek();
        if (c != '-' && !is_digit(c)) {
            into.m_numbers.resize(first);
            m_at = start;
            return false;
        }
        const spelt_number spelt = spell_number();
        if (m_keeps_number_arrays) {
            into.m_numbers.push_back(convert(spelt));
        } else if (spelt.has_exponent || spelt.text.size() > surely_finite) {
            (void)convert(spelt);
        }
    } while (take(','));
    document::entry& e = append(into, node_kind::numbers);
    e.first_number = first;
    e.extent = static_cast<std::uint32_t>(into.m_numbers.size() - first);
    return true;
}

} // namespace dyno::record
