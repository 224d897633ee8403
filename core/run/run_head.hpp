// The run file before its first launch, and whether two of them are the same run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"
#include "run/preparation.hpp"

#include <string>
#include <vector>

namespace dyno {

/// Everything but the launches: a fresh id, the time, scenario, device, environment (the host's,
/// and `gpu` as the probe found it), plugins, workloads and cases.
[[nodiscard]] record::run_file make_run_head(const preparation& ready,
                                             const record::fact_sheet& gpu,
                                             const std::vector<std::string>& warnings);

/// What differs between an earlier run and the machine as it is now, one text each: scenario,
/// cases, plugins' build-ids, device and the environment's identity. Empty: the run can go on.
[[nodiscard]] std::vector<std::string> differences_between(const record::run_file& earlier,
                                                           const record::run_file& now);

} // namespace dyno
