// By how much x lies above y: the median of all differences, with the interval that inverts the
// rank test. Hodges and Lehmann, "Estimates of location based on rank tests", 1963; interval as in
// Hollander and Wolfe, "Nonparametric Statistical Methods", 4.3. On logarithms a shift is a ratio.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/interval.hpp"

#include <cstddef>
#include <span>

namespace dyno::statistics {

struct shift {
    double median = 0;
    interval bounds;   ///< [d_(k), d_(mn+1-k)] of the sorted differences; unbounded if k = 0
    std::size_t k = 0; ///< #{u : P(U ≤ u) ≤ alpha/2}
};

/// Both sides must hold a number. The law of U is the exact one without ties up to 50 numbers a
/// side (with ties the interval covers more, never less), beyond the normal one.
[[nodiscard]] shift hodges_lehmann(std::span<const double> x, std::span<const double> y,
                                   double alpha = 0.05);

/// k for m and n numbers: how many differences are left out at either end.
[[nodiscard]] std::size_t differences_left_out(std::size_t m, std::size_t n, double alpha = 0.05);

} // namespace dyno::statistics
