// SPDX-License-Identifier: Apache-2.0
#include "statistics/energy_distance.hpp"

#include <cassert>
#include <cmath>

namespace dyno::statistics {
namespace {

double mean_distance(std::span<const double> x, std::span<const double> y) {
    double sum = 0;
    for (const double a : x) {
        for (const double b : y) {
            sum += std::abs(a - b);
        }
    }
    return sum / static_cast<double>(x.size()) / static_cast<double>(y.size());
}

} // namespace

energy_distance energy_between(std::span<const double> x, std::span<const double> y) {
    assert(!x.empty() && !y.empty());
    const double across = 2 * mean_distance(x, y);
    const double m = static_cast<double>(x.size()), n = static_cast<double>(y.size());
    energy_distance d;
    d.e = across - mean_distance(x, x) - mean_distance(y, y);
    d.t = m * n / (m + n) * d.e;
    d.h = across > 0 ? d.e / across : 0;
    return d;
}

} // namespace dyno::statistics
