// Looks for CUDA toolkits where builds look for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/places.hpp"
#include "doctor/toolkit_check.hpp"

namespace dyno::doctor {

/// On the PATH, in CUDA_HOME and CUDA_PATH, and in the usual folders. `driver_cuda` is left empty.
[[nodiscard]] seen_toolkits find_toolkits(const fs::path& root);

} // namespace dyno::doctor
