// A lever: one parameter changed and nothing else, and what that changed. Computed from pairs of
// cases, never measured inside one launch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/value.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dyno::record {

/// What the change did to one metric.
struct lever_effect {
    std::string metric;
    double ratio = 0; ///< of `to` over `from`: the median of all ratios of launches
    std::optional<double> low, high; ///< its 95 % interval; none: too few launches to bound it
    std::size_t from_launches = 0, to_launches = 0;

    bool operator==(const lever_effect&) const = default;
};

/// Two cases that are equal but for the lever.
struct lever_pair {
    std::size_t from_case = 0, to_case = 0; ///< into the run file's cases
    std::vector<lever_effect> effects; ///< empty: a side has no launch that was ok

    bool operator==(const lever_pair&) const = default;
};

struct lever {
    std::string name; ///< "CUDA Graph"
    std::string workload;
    parameters from, to; ///< the parameters that change, with both values
    std::vector<lever_pair> pairs;

    bool operator==(const lever&) const = default;
};

} // namespace dyno::record
