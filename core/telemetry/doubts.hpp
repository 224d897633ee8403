// What spoils a measurement on a GPU: found before the run, and seen during a launch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/fact.hpp"
#include "record/telemetry.hpp"

#include <string>
#include <vector>

namespace dyno {

/// Before anything of ours runs on it: the GPU is busy, drives a display, is limited, is set
/// oddly. One sentence each, with what mends it.
[[nodiscard]] std::vector<std::string> doubts_before(const record::fact_sheet& gpu);

/// What happened while a launch measured: slowed by heat or supply, shared, not watched. The power
/// cap is no doubt.
[[nodiscard]] std::vector<std::string> doubts_during(const record::telemetry& seen);

} // namespace dyno
