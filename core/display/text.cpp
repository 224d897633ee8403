// SPDX-License-Identifier: Apache-2.0
#include "display/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace dyno::display {
namespace {

/// One character of a text; `length` 0 if the byte at its place begins no valid UTF-8.
struct character {
    char32_t code = 0;
    std::size_t length = 0;
};

character first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) {
        return {};
    }
    char32_t code = lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0u) != 0x80u) {
            return {};
        }
        code = (code << 6) | (byte(i) & 0x3fu);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return overlong || surrogate || code > 0x10ffff ? character{} : character{code, length};
}

struct range {
    char32_t first, last;
};

template <std::size_t Count>
bool is_in(const range (&ranges)[Count], char32_t code) {
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [&](const range& r) { return code >= r.first && code <= r.last; });
}

/// Marks without width that hide or reorder what stands around them.
constexpr range hiding[] = {{0x00ad, 0x00ad}, {0x061c, 0x061c},  {0x180e, 0x180e}, {0x200b, 0x200f},
                            {0x2028, 0x202e}, {0x2060, 0x206f},  {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
                            {0xfffe, 0xffff}, {0xe0000, 0xe007f}};

constexpr range combining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},  {0x064b, 0x065f},
    {0x0900, 0x0902}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x1ab0, 0x1aff},  {0x1dc0, 0x1dff},
    {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef}};

constexpr range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x25fd, 0x25fe},
    {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},
    {0x26bd, 0x26be},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},   {0x26d4, 0x26d4},
    {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},   {0x274c, 0x274c},
    {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},
    {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2e80, 0x303e},   {0x3041, 0x33ff},
    {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf},
    {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335},
    {0x1f337, 0x1f64f}, {0x1f680, 0x1f6fc}, {0x1f7e0, 0x1f7eb}, {0x1f90c, 0x1f9ff},
    {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}};

bool is_control(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

std::string escape(char32_t code) {
    switch (code) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return code < 0x100 ? fmt::format("\\x{:02x}", static_cast<std::uint32_t>(code))
                            : fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(code));
    }
}

std::size_t width_of_character(char32_t code) {
    if (is_in(combining, code)) {
        return 0;
    }
    return code >= 0x1100 && is_in(wide, code) ? 2 : 1;
}

} // namespace

std::string printable(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const character c = first_of(text);
        if (c.length == 0) {
            safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
            text.remove_prefix(1);
            continue;
        }
        if (is_control(c.code) || is_in(hiding, c.code)) {
            safe += escape(c.code);
        } else {
            safe += text.substr(0, c.length);
        }
        text.remove_prefix(c.length);
    }
    return safe;
}

std::string printable_lines(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        for (std::size_t tab = line.find('\t'); tab != std::string_view::npos;
             tab = line.find('\t')) {
            safe += printable(line.substr(0, tab)) + "    ";
            line.remove_prefix(tab + 1);
        }
        safe += printable(line);
        if (end == std::string_view::npos) {
            break;
        }
        safe += '\n';
        text.remove_prefix(end + 1);
    }
    return safe;
}

std::size_t width_of(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const character c = first_of(text);
        width += c.length == 0 ? 1 : width_of_character(c.code);
        text.remove_prefix(std::max<std::size_t>(c.length, 1));
    }
    return width;
}

std::string pad_right(std::string_view text, std::size_t width) {
    const std::size_t have = width_of(text);
    return std::string(text) + std::string(width > have ? width - have : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
    const std::size_t have = width_of(text);
    return std::string(width > have ? width - have : 0, ' ') + std::string(text);
}

std::string shorten(std::string_view text, std::size_t width) {
    if (width_of(text) <= width) {
        return std::string(text);
    }
    std::string cut;
    std::size_t have = 1; // the ellipsis
    while (!text.empty()) {
        const character c = first_of(text);
        const std::size_t length = std::max<std::size_t>(c.length, 1);
        have += c.length == 0 ? 1 : width_of_character(c.code);
        if (have > width) {
            break;
        }
        cut += text.substr(0, length);
        text.remove_prefix(length);
    }
    cut.erase(cut.find_last_not_of(' ') + 1);
    return width == 0 ? std::string() : cut + "…";
}

std::string shorten_words(std::string_view text, std::size_t width) {
    std::string shortened;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        shortened += (at == 0 ? "" : " ") + shorten(text.substr(at, end - at), width);
        at = end + 1;
    }
    return shortened;
}

} // namespace dyno::display
