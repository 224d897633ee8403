// Many cases that moved alike are one finding: a clock, a power limit, a thermometer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "row.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace dyno::results {

struct common_shift {
    double change = 0;             ///< worse if positive: 0.05 for 5 % slower
    std::size_t alike = 0, of = 0; ///< cases that moved by about it, of those judged
};

/// None unless four of five cases, and at least five, moved by the same factor of 1 % or more:
/// their shifts lie within a fifth of it (or half a percent) of the median shift. One row counts
/// for each case, since time and rate of a case move together.
[[nodiscard]] std::optional<common_shift> find_common_shift(const std::vector<row>& rows);

} // namespace dyno::results
