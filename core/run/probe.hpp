// The probe: the child process that asks the driver what devices there are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/children.hpp"
#include "record/device.hpp"

namespace dyno {

/// First argument of this program as the probe.
inline constexpr const char* probe_argument = "__probe";

/// Asks a probe what there is. A driver that does not answer in time, or that ends the probe, is a
/// reason why there is no CUDA device; the CPU is found in this process then.
[[nodiscard]] record::device_list ask_probe(children& processes);

/// The child's side: writes the device list on the channel. Returns the exit status.
[[nodiscard]] int probe_child();

} // namespace dyno
