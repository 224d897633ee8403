// A window: several samples enqueued back to back and waited for once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/timed_device.hpp"
#include "measure/clock.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace dyno {

/// Enqueues one iteration; on the CPU it does it.
using iteration = std::function<void()>;

struct window_plan {
    std::int64_t batch = 1; ///< iterations a sample
    std::int64_t samples = 1;
    bool flush = false; ///< evict the cache before each sample, outside its span
};

/// What one window gave. All times are of one iteration, in seconds.
struct window {
    std::vector<double> times_s;  ///< span between the marks around each sample, over its batch
    std::vector<double> starts_s; ///< CLOCK_MONOTONIC of each sample's start
    double wall_s = 0;            ///< from the first call until the stream had been waited for
    double enqueue_s = 0;         ///< until the last run() returned
    double cpu_s = 0;             ///< processor time of the process until then
    double elapsed_s = 0;         ///< of the whole window, not of an iteration
};

/// Takes one window. Nothing in it waits, allocates or logs. Without a flush neighbouring samples
/// share a mark, since a mark costs the stream about a microsecond.
[[nodiscard]] window take_window(timed_device& device, clock_source& clock, const iteration& run,
                                 const window_plan& plan);

/// Time of the kernels alone of `iterations` iterations, per iteration: the stream is held until
/// all are enqueued. Nothing if the hold had to be given up.
[[nodiscard]] std::optional<double> take_held(timed_device& device, const iteration& run,
                                              std::int64_t iterations, bool flush);

} // namespace dyno
