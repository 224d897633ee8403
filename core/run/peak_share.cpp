// SPDX-License-Identifier: Apache-2.0
#include "run/peak_share.hpp"

#include "environment/peak_table.hpp"

#include <fmt/format.h>

namespace dyno {

void add_share_of_peak_at_clock(const std::string& gpu, record::launch& to) {
    const record::metric* share = to.find("share_of_peak");
    const auto rate = to.notes.find("peak_rate");
    if (share == nullptr || rate == to.notes.end() || rate->second == "memory" || !to.telemetry ||
        !to.telemetry->sm_clock_median_mhz.has_value()) {
        return;
    }
    const double clock_mhz = to.telemetry->sm_clock_median_mhz.value();
    const auto at_boost = peak(gpu, rate->second);
    const auto at_clock = peak_at_clock(gpu, rate->second, clock_mhz * 1e6);
    if (!at_boost || !at_clock || !(*at_clock > 0)) {
        return;
    }
    const double held = share->value * *at_boost / *at_clock;
    to.metrics.push_back({"share_of_peak_at_clock", "1", record::direction::higher, held, {}});
    if (held > 1) {
        to.warnings.push_back(fmt::format(
            "implausible: {:.1f} % of the peak at the clock that was held ({}, {:.0f} MHz)",
            100 * held, rate->second, clock_mhz));
    }
}

} // namespace dyno
