// Székely and Rizzo's energy distance of two samples ("Energy statistics", 2013): 0 only for equal
// laws, so that it sees changes of shape as well as of place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace dyno::statistics {

struct energy_distance {
    double e = 0; ///< 2 E|X-Y| - E|X-X'| - E|Y-Y'|, means over all pairs, equal ones included
    double t = 0; ///< mn/(m+n) · e
    double h = 0; ///< e / (2 E|X-Y|): 0 for equal laws, 1 for constant ones apart
};

/// Both sides must hold a number.
[[nodiscard]] energy_distance energy_between(std::span<const double> x, std::span<const double> y);

} // namespace dyno::statistics
