// What is at the other end of a file descriptor, and whether it wants colours.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace dyno::display {

enum class colour_choice { automatic = 1, always, never };

/// "auto", "always", "never" as given to --color; throws std::invalid_argument for another word.
[[nodiscard]] colour_choice colour_choice_from(std::string_view word);

[[nodiscard]] bool is_terminal(int descriptor);

/// Whether a line of it can be erased and drawn anew: a terminal whose TERM is not "dumb".
[[nodiscard]] bool can_redraw(int descriptor);

/// `always` and `never` as they say; `automatic` on a terminal unless NO_COLOR is set and not
/// empty (https://no-color.org) or TERM is "dumb".
[[nodiscard]] bool wants_colour(colour_choice choice, int descriptor);

/// Columns of the terminal; 0 if it is none or does not say: then nothing needs to fit.
[[nodiscard]] std::size_t terminal_width(int descriptor);

} // namespace dyno::display
