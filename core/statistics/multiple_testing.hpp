// Adjusting p values of many rows. The order of the results is the order of the arguments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace dyno::statistics {

/// q of each p: the false discovery rate at which it would be called (Benjamini and Hochberg,
/// 1995): the least of p_(j)·n/j over j ≥ its rank, at most 1.
[[nodiscard]] std::vector<double> benjamini_hochberg(std::span<const double> p);

/// p adjusted so that the chance of any false call is kept (Holm, 1979): the largest of
/// p_(j)·(n - j + 1) over j ≤ its rank, at most 1.
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

} // namespace dyno::statistics
