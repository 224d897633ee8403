// Order statistics of one set of numbers. The order in which they come never matters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/interval.hpp"

#include <span>

namespace dyno::statistics {

/// The middle number, or the mean of the two in the middle; NaN of no numbers.
[[nodiscard]] double median(std::span<const double> numbers);

/// The `p` quantile, 0 ≤ p ≤ 1, interpolated between order statistics (definition 7 of Hyndman
/// and Fan, "Sample Quantiles in Statistical Packages", 1996: R's and NumPy's default); NaN of no
/// numbers.
[[nodiscard]] double quantile(std::span<const double> numbers, double p);

/// Interval of the median that covers it with at least probability `level`, whatever the numbers'
/// law: [x_(k), x_(n+1-k)] with the largest k for which P(Bin(n, 1/2) < k) ≤ (1 - level)/2
/// (David and Nagaraja, "Order Statistics", 7.1). Unbounded below 6 numbers at 95 %.
[[nodiscard]] interval median_interval(std::span<const double> numbers, double level = 0.95);

/// Half the width of that interval over the median: the stopping rule's measure. Infinite if the
/// interval is unbounded or the median is 0.
[[nodiscard]] double relative_half_width(std::span<const double> numbers, double level = 0.95);

/// Median of the distances from the median, times 1.4826, which makes it the standard deviation of
/// normal numbers. NaN of no numbers.
[[nodiscard]] double robust_deviation(std::span<const double> numbers);

/// The same over the median's size: the spread that tables show. NaN if the median is 0.
[[nodiscard]] double relative_spread(std::span<const double> numbers);

} // namespace dyno::statistics
