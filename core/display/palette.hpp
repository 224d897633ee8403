// Colours by meaning. A palette that is off paints nothing, so callers never ask.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace dyno::display {

enum class style { plain = 1, strong, faint, good, bad, doubtful };

class palette {
public:
    /// A palette that paints only if `enabled`.
    explicit palette(bool enabled = false) : m_enabled(enabled) {}

    [[nodiscard]] bool is_enabled() const { return m_enabled; }

    /// The text between ANSI codes for the style; unchanged for `plain` or if the palette is off.
    [[nodiscard]] std::string paint(std::string_view text, style as) const;

private:
    bool m_enabled;
};

} // namespace dyno::display
