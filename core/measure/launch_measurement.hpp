// Everything that is measured in one launch: warm-up, samples, held iterations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/timed_device.hpp"
#include "measure/clock.hpp"
#include "measure/window.hpp"
#include "record/launch.hpp"
#include "record/policy.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dyno {

struct measured {
    record::measurement how;
    /// time; wall_time, enqueue_time and cpu_time with a warm cache; device_time and host_bound
    /// where the stream could be held. All with unit, and samples of what was not derived.
    std::vector<record::metric> metrics;
    std::vector<std::string> warnings;
};

struct measuring {
    timed_device& device;
    clock_source& clock;
    iteration run;
    std::function<void()> begin; ///< called between warm-up and the first sample
    bool may_hold = true;        ///< run() does not wait for the device
    std::function<void(const char* phase, double fraction)> progress;
};

/// Measures by the policy. Google Benchmark runs the windows: the case is registered, each window
/// is one call of it with a fixed number of iterations and manual time, and the rule for stopping
/// is applied between windows. Throws what run() and the device throw.
[[nodiscard]] measured measure_launch(const measuring& what, const record::policy& policy,
                                      const std::string& name);

} // namespace dyno
