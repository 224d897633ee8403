// What no schema can say about a run file: whether its numbers fit together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <string>
#include <vector>

namespace dyno::results {

struct finding {
    std::string where; ///< "launches[3].metrics.time"
    std::string what;
    bool is_error = true; ///< else a doubt
};

/// Errors: a value that is not the median of its samples, a launch that is not ok without a reason
/// or ok without a number, a metric that its workload declared otherwise, a time that is not
/// positive, sample starts that are not one for each sample or run backwards, the same launch
/// twice, a workload or plugin that the run does not list, a lever's effect that is of more or fewer
/// launches than there are. Doubts: more than a peak, cases that are the same, a run that is not
/// complete.
[[nodiscard]] std::vector<finding> check_run(const record::run_file& run);

} // namespace dyno::results
