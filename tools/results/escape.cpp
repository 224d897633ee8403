// SPDX-License-Identifier: Apache-2.0
#include "escape.hpp"

#include "display/text.hpp"
#include "record/value.hpp"

#include <cmath>

namespace dyno::results {

std::string markup(std::string_view text) {
    std::string safe;
    for (const char c : display::printable(text)) {
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        case '\'':
            safe += "&#39;";
            break;
        default:
            safe += c;
        }
    }
    return safe;
}

std::string markdown(std::string_view text) {
    constexpr std::string_view active = "\\`*_{}[]()#!|~$";
    std::string safe;
    for (const char c : display::printable(text)) {
        if (c == '&') {
            safe += "&amp;";
        } else if (c == '<') {
            safe += "&lt;";
        } else if (c == '>') {
            safe += "&gt;";
        } else {
            safe += active.find(c) == std::string_view::npos ? "" : "\\";
            safe += c;
        }
    }
    return safe;
}

std::string csv_text(std::string_view text) {
    std::string safe = display::printable(text);
    const std::size_t first = safe.find_first_not_of(" \t");
    if (first != std::string::npos &&
        std::string_view("=+-@").find(safe[first]) != std::string_view::npos) {
        safe.insert(0, 1, '\'');
    }
    if (safe.find_first_of(",\"\n\r;") == std::string::npos) {
        return safe;
    }
    std::string quoted = "\"";
    for (const char c : safe) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

std::string csv_number(double number) {
    return std::isfinite(number) ? record::to_text(number) : std::string();
}

std::string csv_number(std::optional<double> number) {
    return number ? csv_number(*number) : std::string();
}

} // namespace dyno::results
