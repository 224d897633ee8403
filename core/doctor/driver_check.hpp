// Is there a driver, is it new enough, and is it of one piece with the kernel module?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"
#include "record/device.hpp"
#include "record/fact.hpp"

#include <string>

namespace dyno::doctor {

struct seen_driver {
    record::device_list devices;  ///< what the probe found
    bool has_hardware = false;    ///< an NVIDIA GPU is on the PCI bus, or WSL passes one through
    std::string kernel_module;    ///< version of the loaded module; empty: none, or it is not said
    record::fact library_version; ///< NVML's: of the driver's libraries; only with a CUDA device
};

/// One finding, "driver". A machine with neither driver nor GPU is not wrong.
[[nodiscard]] findings check_driver(const seen_driver& seen);

/// Why the GPU cannot be looked at: "no GPU: …"; empty if there is a CUDA device.
[[nodiscard]] std::string why_no_gpu(const seen_driver& seen);

} // namespace dyno::doctor
