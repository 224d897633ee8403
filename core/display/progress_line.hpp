// The live line at the bottom of a terminal, or plain lines where there is none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace dyno::display {

/// One thread uses it; `to` must outlive it. On a terminal the line is cleared by the destructor.
class progress_line {
public:
    /// `is_live`: whether `to` is a terminal that may be redrawn; `width`: its columns, 0 unknown.
    progress_line(std::ostream& to, bool is_live, std::size_t width);
    ~progress_line();
    progress_line(const progress_line&) = delete;
    progress_line& operator=(const progress_line&) = delete;

    /// The state of the moment: redrawn in place on a terminal, nothing elsewhere.
    void update(std::string_view text);

    /// A state worth a line of its own where there is no terminal: "[3/40] gemm …".
    void step(std::string_view text);

    /// A lasting line (a result, a warning): printed above the live one.
    void print(std::string_view line);

    /// Takes the live line away.
    void clear();

private:
    void draw(std::string_view text);

    std::ostream& m_to;
    bool m_is_live;
    std::size_t m_width;
    std::string m_shown;
};

} // namespace dyno::display
