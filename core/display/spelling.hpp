// The nearest known word to a misspelt one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dyno {

/// Fewest insertions, deletions, substitutions and swaps of neighbours between two words (optimal
/// string alignment distance).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known word that is nearest to `word`, if it is near enough to be what was meant: a third of
/// its letters may differ, but not all. Of equally near ones the first.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word,
                                                      const std::vector<std::string>& known);

/// "; did you mean 'x'?", or nothing.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& known);

} // namespace dyno
