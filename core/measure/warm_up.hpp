// Warming up by time and by settling, and finding the batch of a sample meanwhile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/window.hpp"
#include "record/policy.hpp"

#include <cstdint>
#include <functional>

namespace dyno {

struct warmed {
    std::int64_t batch = 1; ///< iterations of a sample of at least min_sample_s
    double iteration_s = 0; ///< median of the last window
    double wall_s = 0;      ///< of one of its iterations, with the flush before it
    std::int64_t iterations = 0;
    double elapsed_s = 0;
    bool settled = false; ///< the last two windows agreed within 1 %
};

/// Runs for at least warmup_s, then until the medians of the last two windows agree within 1 %, or
/// until max_warmup_s. `progress` is told how far, 0 to 1.
[[nodiscard]] warmed warm_up(timed_device& device, clock_source& clock, const iteration& run,
                             const record::policy& policy,
                             const std::function<void(double)>& progress);

} // namespace dyno
