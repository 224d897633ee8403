// A run as a table for people: one row a case, then what there is to say about each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "display/palette.hpp"
#include "record/run_file.hpp"

#include <cstddef>
#include <string>

namespace dyno::summary {

/// Median time, spread between launches, rate, share of peak, memory and launches of each case;
/// below it what each lever bought, warnings, host-bound cases and the reasons of launches that were not ok. A case with
/// no good launch has no figures. `width` 0: as wide as it wants to be.
[[nodiscard]] std::string run_table(const record::run_file& run, const display::palette& colours,
                                    std::size_t width);

} // namespace dyno::summary
