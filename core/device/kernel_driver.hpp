// The version of the NVIDIA kernel module that is loaded, as the kernel tells it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace dyno {

/// "535.104.05"; empty where no module is loaded or it does not say (WSL). It differs from the
/// version of the libraries when they were upgraded under a running kernel.
[[nodiscard]] std::string
read_kernel_driver_version(const std::filesystem::path& file = "/proc/driver/nvidia/version");

} // namespace dyno
