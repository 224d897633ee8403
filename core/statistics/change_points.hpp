// Where a series changes: E-divisive (Matteson and James, "A nonparametric approach for multiple
// change point analysis of multivariate data", 2014), as binary segmentation of one series with
// the energy statistic of distances |x - y|.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dyno::statistics {

struct change_rules {
    double alpha = 0.05;
    std::size_t least_segment = 5;  ///< points on either side of a change
    std::size_t permutations = 999; ///< p is (1 + those as extreme) / (1 + permutations)
    double least_shift = 0;         ///< between the medians around a change; smaller is no change
};

struct change_point {
    std::size_t at = 0; ///< index of the first point after the change
    double shift = 0;   ///< median of the segment after it less median of the one before it
    double p = 1;
};

/// Changes in ascending order. A segment is split where the statistic is largest, if that maximum
/// exceeds the maxima of the permuted segment; permuting the maximum, not the statistic at one
/// place, keeps the false-alarm rate at alpha. The seed comes from the data. O(n log n) for each
/// permutation; segments without a change end after a few.
[[nodiscard]] std::vector<change_point> find_change_points(std::span<const double> series,
                                                           const change_rules& by = {});

} // namespace dyno::statistics
