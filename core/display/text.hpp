// Texts from strangers (labels, logs, error messages) made safe for a terminal, and their width.
// Everything here is UTF-8 and asks no locale.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dyno::display {

/// The text with everything made visible that a terminal would act on or that would hide text:
/// control characters ("\x1b", "\n"), C1 controls, marks that reorder or have no width
/// ("\u{202e}"), bytes that are no UTF-8 ("\xff"). Printable text comes back unchanged.
[[nodiscard]] std::string printable(std::string_view text);

/// The same for text of several lines: line feeds stay (a carriage return before one is dropped),
/// tabs become four spaces.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// Columns that printable text takes on a terminal: East Asian wide characters and emoji two,
/// combining marks none (after Unicode 15's East Asian Width, in ranges).
[[nodiscard]] std::size_t width_of(std::string_view text);

/// The text, filled with spaces on the right (or the left) to `width` columns; never shortened.
[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);
[[nodiscard]] std::string pad_left(std::string_view text, std::size_t width);

/// The text if it fits into `width` columns; else its beginning and "…", together no wider.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t width);

/// The text with each of its words, which single spaces part, shortened to `width` columns.
[[nodiscard]] std::string shorten_words(std::string_view text, std::size_t width);

} // namespace dyno::display
