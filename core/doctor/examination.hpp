// The whole examination of a machine: looks at one thing after the other and has each judged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"
#include "process/children.hpp"

#include <filesystem>
#include <functional>
#include <vector>

namespace dyno::doctor {

struct examination_options {
    std::vector<std::filesystem::path> plugin_folders;
    /// What stands for "/" where toolkits, libraries, device nodes and the PCI bus are looked for.
    std::filesystem::path root = "/";
};

/// Tells each finding as soon as it is judged. Whatever calls a driver, NVML, a plugin, a library
/// or Python does so in a child under a time limit. Throws dyno::error for a plugin folder that was
/// named and is not there.
void examine(children& processes, const examination_options& options,
             const std::function<void(const finding&)>& tell);

} // namespace dyno::doctor
