// SPDX-License-Identifier: Apache-2.0
#include "statistics/hodges_lehmann.hpp"

#include "statistics/rank_law.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace dyno::statistics {
namespace {

constexpr std::size_t most_exact = 50;

std::size_t left_out_exactly(std::size_t m, std::size_t n, double tail) {
    const std::vector<double>& law = tie_free_law(m, n);
    double below = 0;
    std::size_t k = 0;
    while (k < law.size() && (below += law[k]) <= tail) {
        ++k;
    }
    return k;
}

std::size_t left_out_normally(double m, double n, double tail) {
    const double deviation = std::sqrt(m * n * (m + n + 1) / 12);
    const double z = -boost::math::quantile(boost::math::normal(), tail);
    const double last = std::floor(m * n / 2 - z * deviation - 0.5); // with continuity
    return last < 0 ? 0 : static_cast<std::size_t>(last) + 1;
}

/// The i-th smallest, 0-based; reorders.
double nth(std::vector<double>& all, std::size_t i) {
    const auto at = all.begin() + static_cast<std::ptrdiff_t>(i);
    std::nth_element(all.begin(), at, all.end());
    return *at;
}

} // namespace

std::size_t differences_left_out(std::size_t m, std::size_t n, double alpha) {
    if (m == 0 || n == 0) {
        return 0;
    }
    return std::max(m, n) <= most_exact
               ? left_out_exactly(m, n, alpha / 2)
               : left_out_normally(static_cast<double>(m), static_cast<double>(n), alpha / 2);
}

shift hodges_lehmann(std::span<const double> x, std::span<const double> y, double alpha) {
    assert(!x.empty() && !y.empty());
    std::vector<double> differences;
    differences.reserve(x.size() * y.size());
    for (const double a : x) {
        for (const double b : y) {
            differences.push_back(a - b);
        }
    }
    const std::size_t count = differences.size();
    shift s;
    s.k = differences_left_out(x.size(), y.size(), alpha);
    if (s.k > 0) {
        s.bounds = {nth(differences, s.k - 1), nth(differences, count - s.k)};
    }
    const double above = nth(differences, count / 2);
    s.median = count % 2 == 1 ? above : (nth(differences, count / 2 - 1) + above) / 2;
    return s;
}

} // namespace dyno::statistics
