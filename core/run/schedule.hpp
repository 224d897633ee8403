// The order of launches.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/launch.hpp"
#include "record/run_file.hpp"

#include <cstddef>
#include <vector>

namespace dyno {

struct planned_launch {
    std::size_t case_index = 0;
    int round = 1;

    bool operator==(const planned_launch&) const = default;
};

/// Round 1 over all cases, round 2 over all cases, …, so that drift spreads over the cases instead
/// of biasing the last one. Launches that are in `done` are left out.
[[nodiscard]] std::vector<planned_launch> schedule(const std::vector<record::run_case>& cases,
                                                   const std::vector<record::launch>& done);

/// About how long a launch of this policy takes, in seconds: warm-up, samples, and starting.
[[nodiscard]] double estimate_s(const record::policy& policy);

} // namespace dyno
