// Which of several ways to compute the same product is the fastest, in about two seconds?
//
// A card's clock falls while it heats up and hits its power limit, so candidates that are timed
// one after another are not compared fairly: on an H200 a choice made that way was 2 % slower than
// the library's first one. Here they are timed in turns, forwards and backwards, as ratios to the
// first candidate in the same turn. The clear losers leave early. The last ones then run long
// slices each, so that every one is judged at the clock that its own power draw allows. The first
// candidate stays unless another one wins each of those turns and by a margin.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace dyno::gemm {

/// Runs `untimed` and then `timed` products of one candidate back to back and returns the seconds
/// of the timed ones together. `timed` is at least 1.
using product_timer =
    std::function<double(std::size_t candidate, std::size_t untimed, std::size_t timed)>;

struct race_rules {
    double budget_s = 2.0;
    double warm_up_s = 0.3;
    double heats_s = 0.7; ///< of the budget, for finding the finalists
    double heat_slice_s = 0.005;
    double final_slice_s = 0.08; ///< the first third of it untimed, while the clock settles
    double margin = 0.005;       ///< by which a winner must beat the first candidate
};

struct race_result {
    std::size_t winner = 0;
    double ratio = 1;      ///< of the winner's time to the first candidate's, in the final
    std::size_t timed = 0; ///< candidates that were timed
    double spent_s = 0;
    std::string reason; ///< why this one: "0.979 of the first candidate's time in 2 finals"
};

/// Candidates are 0 to count - 1, at least one; 0 is the one that stays in doubt.
[[nodiscard]] race_result race(std::size_t count, const product_timer& timer,
                               const race_rules& rules = {});

} // namespace dyno::gemm
