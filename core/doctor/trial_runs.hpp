// The two small launches that show whether the stack works: a scenario of the doctor's own, run as
// any scenario is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/stack_check.hpp"
#include "plugin/catalog.hpp"
#include "process/children.hpp"
#include "run/probe_client.hpp"

#include <filesystem>
#include <vector>

namespace dyno::doctor {

/// One product ("gemm") and one training step ("resnet_training"), each once in a worker, on the
/// first CUDA device, or on the CPU if there is none. A workload that no plugin offers is told.
[[nodiscard]] std::vector<seen_launch>
run_trials(children& processes, probe_client& probe, const catalog& plugins,
           const std::vector<std::filesystem::path>& plugin_folders);

} // namespace dyno::doctor
