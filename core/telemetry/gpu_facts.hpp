// The part of a run's fingerprint that is about the GPU and its driver.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/device.hpp"
#include "record/fact.hpp"
#include "telemetry/nvml_device.hpp"

#include <optional>

namespace dyno {

/// Always the same names, "driver.…", "nvml.…" and "gpu.…", whatever can be read; the unit is the
/// end of the name. `driver_cuda` is the device list's.
[[nodiscard]] record::fact_sheet find_gpu_facts(const record::device& device,
                                                std::optional<int> driver_cuda,
                                                const nvml_device& gpu);

} // namespace dyno
