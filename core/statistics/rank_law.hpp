// The exact law of the rank sum of a random choice: what the rank tests count in.
// Private to core/statistics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dyno::statistics {

/// probability[s]: that `chosen` of the weights, taken at random, add up to s. The weights are
/// doubled midranks, so that they are whole numbers. Counted by the recurrence over the weights
/// (each is taken or not; for ranks without ties it is f(u;m,n) = f(u-n;m-1,n) + f(u;m,n-1) of
/// Mann and Whitney, 1947). Sums of positive terms: no digits are lost.
[[nodiscard]] std::vector<double> rank_sum_law(std::span<const std::size_t> weights,
                                               std::size_t chosen);

/// probability[u] of Mann and Whitney's U for m and n numbers without ties. Kept for each thread,
/// since a comparison of many rows asks for the same few sizes again and again.
[[nodiscard]] const std::vector<double>& tie_free_law(std::size_t m, std::size_t n);

} // namespace dyno::statistics
