// How often the statistics cry wolf on one's own data: launches of the same runs, split at random
// into two sides, differ in nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_set.hpp"
#include "statistics/comparison.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dyno::results {

struct selftest_row {
    std::string label, metric;
    std::size_t launches = 0;
    std::size_t splits = 0, worse = 0, better = 0;

    [[nodiscard]] double alarm_rate() const;
};

struct selftest_report {
    std::vector<selftest_row> rows; ///< most alarms first
    std::size_t too_small = 0;      ///< rows with too few launches to split

    [[nodiscard]] selftest_row total() const;
};

/// Splits each run's launches into halves, `splits` times, seeded from the values. A row needs
/// twice the launches that a verdict needs.
[[nodiscard]] selftest_report run_selftest(const std::vector<loaded_run>& runs,
                                           const std::function<bool(const std::string&)>& wants,
                                           std::size_t splits, const statistics::rules& rules);

} // namespace dyno::results
