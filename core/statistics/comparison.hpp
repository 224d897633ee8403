// The verdict on one metric of one case: is NEW worse than BASE, by more than the margin?
// The unit is the launch; everything is computed on natural logarithms, so that a change is a
// ratio. docs/comparing.md explains the words to users.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/interval.hpp"
#include "statistics/noise.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace dyno::statistics {

enum class verdict { worse = 1, better, same, small, unclear };

/// Why a verdict is `unclear`. `shapes_differ`: the F test of equal variances rejects at 1 %, so
/// the sides do not scatter like one machine's. `clock_moved` is for callers that know clocks.
enum class doubt { too_few_launches = 1, noise_above_margin, clock_moved, shapes_differ };

[[nodiscard]] std::string_view to_word(verdict v);
[[nodiscard]] std::string_view to_word(doubt d);

/// Whether a larger value is the worse one ("lower" is better) or the better one.
enum class better_is { lower = 1, higher };

/// What the user may choose.
struct rules {
    double alpha = 0.05;
    double least_change = 0.02;     ///< δ of the margin
    double noise_multiple = 2;      ///< κ of the margin
    std::size_t least_launches = 4; ///< a side; below it nothing is judged
};

struct comparison {
    verdict word = verdict::unclear;
    std::optional<doubt> why; ///< of `unclear`
    double ratio = 1;         ///< NEW/BASE, Hodges and Lehmann's
    interval ratio_bounds;    ///< of 1 - alpha; unbounded with too few launches: [0, inf]
    double p = 1;             ///< two-sided, of no change at all
    double p_worse = 1;       ///< one-sided, of "worse by no more than the margin"
    double p_better = 1;      ///< one-sided, of "better by no more than the margin"
    double margin = 0;        ///< as a ratio less 1: 0.02
    std::optional<noise> scatter;
    /// A side, for a verdict in four of five cases if the true ratio is this one; none if that
    /// cannot be said, or if less noise would settle it and more launches would not.
    std::optional<std::size_t> launches_needed;
};

/// NEW first. Each value is the natural logarithm of a launch's; a side without any is not
/// allowed. With M = max(ln(1 + δ), κ·s): `worse` if the one-sided rank test of x - M above y has
/// p ≤ alpha, `better` if that of x + M below y has, `same` if both equivalence tests reject (x - M
/// lies below y and x + M above it: Schuirmann's two one-sided tests, 1987), `small` if the
/// interval excludes 1; else `unclear`. Where noise made M larger than δ, a change whose whole
/// interval lies beyond δ is neither `same` nor `small`, but `unclear`: docs/decisions says why.
/// `higher` swaps `worse` and `better`.
[[nodiscard]] comparison compare(const clusters& fresh, const clusters& base, better_is better,
                                 const rules& by = {});

/// n ≈ 2 s² (z_.95 + z_.80)² / (|shift| - M)², the two-sample size for a one-sided 5 % test with a
/// power of 80 % (Chow, Shao and Wang, "Sample Size Calculations in Clinical Research", 3.2); at
/// least 4, none if shift and margin meet or the answer exceeds 10 000.
[[nodiscard]] std::optional<std::size_t> launches_needed(double deviation, double log_shift,
                                                         double log_margin);

} // namespace dyno::statistics
