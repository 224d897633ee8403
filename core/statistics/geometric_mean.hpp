// The mean of ratios, with the interval of the mean logarithm (Student's t): what a group of rows
// moved by, taken together. Rows share a machine, so the interval says how far the rows agree, not
// how sure the whole is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/interval.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace dyno::statistics {

struct geometric_mean {
    double ratio = 1;
    interval bounds{0, std::numeric_limits<double>::infinity()}; ///< unbounded for a single row
    std::size_t count = 0;
};

/// Of positive finite ratios; none of no rows.
[[nodiscard]] std::optional<geometric_mean> geometric_mean_of(std::span<const double> ratios,
                                                              double alpha = 0.05);

} // namespace dyno::statistics
