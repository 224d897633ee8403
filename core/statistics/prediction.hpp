// Does a new value fit to the values before it? The prediction interval of one more observation
// from a normal law: x̄ ± t_(n-1) · s · √(1 + 1/n) (Hahn and Meeker, "Statistical Intervals", 4.7).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/interval.hpp"

#include <optional>
#include <span>

namespace dyno::statistics {

struct prediction {
    double t = 0;       ///< (newest - mean) / (s · √(1 + 1/n))
    double p_above = 1; ///< one-sided, that a value so high comes from the same law
    double p_below = 1;
    interval bounds; ///< two-sided, of 1 - alpha
};

/// No prediction from fewer than two values. `least_deviation` is a floor for s (the known noise
/// of one value), so that a history without scatter still has a finite t; with both 0 a different
/// value has an infinite t and p 0.
[[nodiscard]] std::optional<prediction> predict(std::span<const double> before, double newest,
                                                double least_deviation = 0, double alpha = 0.05);

} // namespace dyno::statistics
