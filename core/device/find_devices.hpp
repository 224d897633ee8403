// What this machine can be measured on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/device.hpp"

#include <string>

namespace dyno {

/// CUDA devices in CUDA's order under CUDA_VISIBLE_DEVICES, then the CPU. `reason` says why there
/// is no CUDA device, or why one of them is left out. May hang where the driver does, so only a
/// child process calls it.
[[nodiscard]] record::device_list find_devices(const std::string& driver_soname = "libcuda.so.1");

} // namespace dyno
