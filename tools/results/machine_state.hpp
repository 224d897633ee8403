// What a run's machine was like, for comparing many runs one after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <map>
#include <string>
#include <vector>

namespace dyno::results {

/// By part ("driver", "cuDNN"), then by fact or library: what is known.
using machine_state = std::map<std::string, std::map<std::string, std::string>>;

[[nodiscard]] machine_state state_of(const record::run_file& run);

/// The parts that differ, each as "driver: driver.version 570.1 → 580.2". What one of the two does
/// not know, or did not load, is no difference.
[[nodiscard]] std::vector<std::string> changes_between(const machine_state& before,
                                                       const machine_state& after);

} // namespace dyno::results
