// SPDX-License-Identifier: Apache-2.0
#include "statistics/rank_law.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace dyno::statistics {

std::vector<double> rank_sum_law(std::span<const std::size_t> weights, std::size_t chosen) {
    const std::size_t most = std::accumulate(weights.begin(), weights.end(), std::size_t{0});
    const std::size_t width = most + 1;
    std::vector<double> ways((chosen + 1) * width, 0); // [count taken][sum]
    ways[0] = 1;
    std::size_t reached = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        reached += weights[i];
        for (std::size_t taken = std::min(chosen, i + 1); taken >= 1; --taken) {
            double* to = &ways[taken * width];
            const double* from = &ways[(taken - 1) * width];
            for (std::size_t sum = weights[i]; sum <= reached; ++sum) {
                to[sum] += from[sum - weights[i]];
            }
        }
    }
    std::vector<double> law(ways.begin() + static_cast<std::ptrdiff_t>(chosen * width), ways.end());
    const double all = std::accumulate(law.begin(), law.end(), 0.0);
    for (double& probability : law) {
        probability /= all;
    }
    return law;
}

const std::vector<double>& tie_free_law(std::size_t m, std::size_t n) {
    thread_local std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> known;
    std::vector<double>& law = known[{std::min(m, n), std::max(m, n)}]; // U's law is symmetric
    if (law.empty()) {
        std::vector<std::size_t> ranks(m + n);
        std::iota(ranks.begin(), ranks.end(), std::size_t{1});
        const std::size_t chosen = std::min(m, n);
        const std::vector<double> sums = rank_sum_law(ranks, chosen);
        const auto least = static_cast<std::ptrdiff_t>(chosen * (chosen + 1) / 2);
        law.assign(sums.begin() + least,
                   sums.begin() + least + static_cast<std::ptrdiff_t>(m * n) + 1);
    }
    return law;
}

} // namespace dyno::statistics
