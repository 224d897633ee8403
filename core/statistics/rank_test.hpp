// Mann and Whitney's rank test: does x tend to lie above y?
// Mann and Whitney, "On a test of whether one of two random variables is stochastically larger
// than the other", 1947; with ties by counting the permutations of the pooled midranks (Lehmann,
// "Nonparametrics", 1.4).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace dyno::statistics {

enum class rank_method { exact = 1, exact_with_ties, normal };

struct rank_test {
    double u = 0;           ///< #{x > y} + ½ #{x = y}
    double p_below = 1;     ///< P(U ≤ u): small if x lies below y
    double p_above = 1;     ///< P(U ≥ u): small if x lies above y
    double p_two_sided = 1; ///< min(1, 2·min of both); never 0
    rank_method method{};
};

/// Exact up to 50 numbers a side without ties, and with ties while m·n ≤ 400; beyond by the normal
/// law with correction for ties and continuity. No numbers on a side: every p is 1. NaN is not
/// allowed.
[[nodiscard]] rank_test mann_whitney(std::span<const double> x, std::span<const double> y);

/// The normal law whatever the sizes.
[[nodiscard]] rank_test mann_whitney_normal(std::span<const double> x, std::span<const double> y);

/// The test of x + shift against y, which the margin test asks several times.
[[nodiscard]] rank_test mann_whitney_shifted(std::span<const double> x, double shift,
                                             std::span<const double> y);

} // namespace dyno::statistics
