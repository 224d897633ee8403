// One line of a comparison: a metric of a case, or a whole case that cannot be judged, with one of
// the words that docs/comparing.md explains. There are no other words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/words.hpp"
#include "statistics/comparison.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dyno::results {

enum class row_word {
    failed = 1,
    worse,
    missing,
    changed,
    incomparable,
    unclear,
    small,
    skipped,
    fixed,
    fresh, ///< "new"
    better,
    same,
    equal,
};

[[nodiscard]] std::string_view to_word(row_word w);
[[nodiscard]] std::optional<row_word> row_word_from(std::string_view word);
[[nodiscard]] std::vector<std::string> all_row_words();

/// A metric's values on one side.
struct side_value {
    double median = 0; ///< of the launches' values
    std::size_t launches = 0, runs = 0;
};

struct row {
    std::size_t case_id = 0;
    std::string metric; ///< empty: the row is about the whole case
    std::string unit;   ///< of the values below
    record::direction better{};
    row_word word = row_word::incomparable;
    std::string reason;
    std::optional<side_value> base, fresh;
    std::optional<statistics::comparison> judged; ///< of `worse` … `unclear`
    double q = 1, holm = 1;                       ///< of judged->p, over all judged rows
    std::vector<std::string> notes;               ///< doubts that go with it
    bool stands_for_missing = false; ///< incomparable, because the case itself is not in NEW

    /// NEW/BASE of judged rows as a change that is worse if positive.
    [[nodiscard]] double badness() const;
    /// "unclear (too few launches)", "worse".
    [[nodiscard]] std::string verdict() const;
};

} // namespace dyno::results
