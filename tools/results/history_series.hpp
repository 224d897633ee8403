// One metric of one case over the runs of one model of device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history_report.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace dyno::results {

/// A run in a series.
struct history_point {
    std::string started;
    std::string cause;        ///< what changed on the machine just before it, or empty
    std::vector<double> logs; ///< of the launches' values
};

/// Fills in changes, newest, word and reason. The points are in the order of time.
void judge_series(history_series& to, const std::vector<history_point>& points,
                  const statistics::rules& rules);

} // namespace dyno::results
