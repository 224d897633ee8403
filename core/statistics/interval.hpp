// A closed interval; an end without bound is infinite.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace dyno::statistics {

struct interval {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();

    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
    bool operator==(const interval&) const = default;
};

} // namespace dyno::statistics
