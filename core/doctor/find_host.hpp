// Looks at the host: limits, container, device nodes, the PCI bus, the library path.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/host_check.hpp"
#include "doctor/library_path_check.hpp"
#include "doctor/places.hpp"

namespace dyno::doctor {

/// `has_gpu` is left as it is.
[[nodiscard]] seen_host find_host(const fs::path& root);

/// An NVIDIA display or 3D controller on the PCI bus, or WSL's /dev/dxg.
[[nodiscard]] bool has_nvidia_hardware(const fs::path& root);

[[nodiscard]] seen_library_path find_library_path();

} // namespace dyno::doctor
