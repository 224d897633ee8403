// SPDX-License-Identifier: Apache-2.0
#include "statistics/multiple_testing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace dyno::statistics {
namespace {

std::vector<std::size_t> ascending(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    return order;
}

} // namespace

std::vector<double> benjamini_hochberg(std::span<const double> p) {
    const std::vector<std::size_t> order = ascending(p);
    std::vector<double> q(p.size());
    double least = 1;
    for (std::size_t j = order.size(); j-- > 0;) {
        const double scaled =
            p[order[j]] * static_cast<double>(p.size()) / static_cast<double>(j + 1);
        least = std::min(least, scaled);
        q[order[j]] = least;
    }
    return q;
}

std::vector<double> holm(std::span<const double> p) {
    const std::vector<std::size_t> order = ascending(p);
    std::vector<double> adjusted(p.size());
    double most = 0;
    for (std::size_t j = 0; j < order.size(); ++j) {
        most = std::max(most, p[order[j]] * static_cast<double>(p.size() - j));
        adjusted[order[j]] = std::min(1.0, most);
    }
    return adjusted;
}

} // namespace dyno::statistics
