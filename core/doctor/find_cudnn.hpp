// Looks for copies of cuDNN, and has each say its version.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/cudnn_check.hpp"
#include "doctor/libtorch_check.hpp"
#include "doctor/places.hpp"
#include "doctor/toolkit_check.hpp"
#include "process/children.hpp"

#include <string>
#include <vector>

namespace dyno::doctor {

/// In the library path, the system's folders, the toolkits, and beside LibTorch and the Python's
/// `torch_folder`. Each copy is loaded in a child of its own.
[[nodiscard]] seen_cudnn find_cudnn(children& processes, const std::vector<toolkit>& toolkits,
                                    const std::vector<libtorch>& libtorches,
                                    const std::string& torch_folder, const fs::path& root);

} // namespace dyno::doctor
