// Texts from strangers made safe for each format that is not a terminal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dyno::results {

/// For HTML and XML, in elements and in quoted attributes: markup is escaped; control characters
/// and broken UTF-8, which XML cannot hold, are made visible ("\x1b").
[[nodiscard]] std::string markup(std::string_view text);

/// For a cell of a Markdown table: no markup, no line break, no bar.
[[nodiscard]] std::string markdown(std::string_view text);

/// A CSV cell (RFC 4180). A text that a spreadsheet would run as a formula ("=…", "+…", "-…", "@…",
/// also behind a tab or blanks) gets an apostrophe in front (OWASP, "CSV injection").
[[nodiscard]] std::string csv_text(std::string_view text);

/// A number as a CSV cell, with every digit; empty for what is no finite number: an empty cell is
/// not 0.
[[nodiscard]] std::string csv_number(double number);
[[nodiscard]] std::string csv_number(std::optional<double> number);

} // namespace dyno::results
