// The host's processor, as the kernel describes it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/device.hpp"

#include <filesystem>

namespace dyno {

/// The processor as a device that can be measured: model name, the logical processors that this
/// process may use (affinity and control group quota), memory in all, size of one last-level
/// cache. What the kernel does not say is 0; the name is then the architecture's. Another `root`
/// than "/" is for tests.
[[nodiscard]] record::device read_processor(const std::filesystem::path& root = "/");

} // namespace dyno
