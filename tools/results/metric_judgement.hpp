// From what two sides know of one metric to the rest of its row.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evidence.hpp"
#include "row.hpp"

#include <functional>
#include <string>

namespace dyno::results {

struct judging {
    statistics::rules rules;
    std::function<bool(const std::string& metric)> wants; ///< which metrics become rows
    bool is_same_run = false; ///< both sides are one measurement: nothing can have changed
};

/// Fills in values, word, reason and comparison. Both sides have at least one launch.
///
/// Values that no ratio can be made of, other directions, units of another family and other
/// queries make the row incomparable. If the clocks of the sides differ by more than 1 %, times
/// and rates are judged in cycles as well, and a verdict that only one of the two has is unclear.
void judge_metric(row& to, const metric_evidence& base, const metric_evidence& fresh,
                  const judging& by);

} // namespace dyno::results
