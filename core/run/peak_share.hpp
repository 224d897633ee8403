// How much of what the GPU can do at the clock that it held a launch has used.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/launch.hpp"

#include <string>

namespace dyno {

/// Adds the metric `share_of_peak_at_clock` (1, higher is better) beside `share_of_peak`: of the
/// data sheet's peak times the median SM clock of the launch's telemetry over the boost clock that
/// the data sheet counts with. Adds nothing where there is no share, no clock, or where the peak
/// does not follow the SM clock (memory). More than 1 is warned of as implausible.
void add_share_of_peak_at_clock(const std::string& gpu, record::launch& to);

} // namespace dyno
