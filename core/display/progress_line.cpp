// SPDX-License-Identifier: Apache-2.0
#include "display/progress_line.hpp"

#include "display/text.hpp"

namespace dyno::display {
namespace {

constexpr std::size_t assumed_width = 80;
constexpr const char* erase_line = "\r\x1b[K";

} // namespace

progress_line::progress_line(std::ostream& to, bool is_live, std::size_t width)
    : m_to(to), m_is_live(is_live), m_width(width == 0 ? assumed_width : width) {}

progress_line::~progress_line() {
    clear();
}

void progress_line::draw(std::string_view text) {
    // One column is left free: a full last column wraps on some terminals.
    std::string fitted = shorten(printable(text), m_width - 1);
    if (fitted == m_shown) {
        return;
    }
    m_shown = std::move(fitted);
    m_to << erase_line << m_shown << std::flush;
}

void progress_line::update(std::string_view text) {
    if (m_is_live) {
        draw(text);
    }
}

void progress_line::step(std::string_view text) {
    if (m_is_live) {
        draw(text);
    } else {
        m_to << printable(text) << '\n' << std::flush;
    }
}

void progress_line::print(std::string_view line) {
    const std::string live = m_shown;
    clear();
    m_to << line << '\n' << std::flush;
    if (!live.empty()) {
        draw(live);
    }
}

void progress_line::clear() {
    if (!m_shown.empty()) {
        m_to << erase_line << std::flush;
        m_shown.clear();
    }
}

} // namespace dyno::display
