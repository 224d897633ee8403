// What a run's levers bought, from the launches of the cases that they pair.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "display/palette.hpp"
#include "record/run_file.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace dyno::summary {

/// The levers with the effects of each pair: for every metric that has a direction and is positive
/// in launches of both cases that were ok, the ratio to/from (the Hodges-Lehmann median of all
/// ratios of launches, with its interval: docs/measuring.md). `exact` metrics have no ratio.
[[nodiscard]] std::vector<record::lever> measure_levers(const record::run_file& run);

/// One row a pair: how many times as fast, what that did to memory, with intervals. Empty if the
/// run has no levers.
[[nodiscard]] std::string lever_table(const record::run_file& run, const display::palette& colours,
                                      std::size_t width);

} // namespace dyno::summary
