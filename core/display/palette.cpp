// SPDX-License-Identifier: Apache-2.0
#include "display/palette.hpp"

namespace dyno::display {
namespace {

const char* code_of(style as) {
    switch (as) {
    case style::plain:
        return "";
    case style::strong:
        return "\x1b[1m";
    case style::faint:
        return "\x1b[2m";
    case style::good:
        return "\x1b[32m";
    case style::bad:
        return "\x1b[31m";
    case style::doubtful:
        return "\x1b[33m";
    }
    return "";
}

} // namespace

std::string palette::paint(std::string_view text, style as) const {
    if (!m_enabled || as == style::plain || text.empty()) {
        return std::string(text);
    }
    return code_of(as) + std::string(text) + "\x1b[0m";
}

} // namespace dyno::display
