// One round of questions about what a GPU does now.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/telemetry.hpp"
#include "telemetry/nvml_device.hpp"

namespace dyno {

/// Asks for clocks, power, temperature, event reasons and energy; on an H200 that takes about 4 ms.
/// With `surroundings` also for memory, utilisation, the PCIe link, the display and processes.
[[nodiscard]] record::telemetry_sample take_gpu_sample(const nvml_device& gpu, bool surroundings);

/// Now on CLOCK_MONOTONIC, the clock that all times of telemetry are of.
[[nodiscard]] double monotonic_s();

} // namespace dyno
