// Several run files as one: parts of one session that were measured by several calls.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_set.hpp"

#include <vector>

namespace dyno::results {

/// The cases of all runs, each once, with the launches of all. Throws dyno::error if the runs were
/// measured on other devices or machines in another state: their identity must be the same, apart
/// from what one of them does not know. Which runs the launches came from is lost, so a comparison
/// takes run files one by one.
[[nodiscard]] record::run_file merge_runs(const std::vector<loaded_run>& runs);

} // namespace dyno::results
