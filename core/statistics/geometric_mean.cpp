// SPDX-License-Identifier: Apache-2.0
#include "statistics/geometric_mean.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <numeric>
#include <vector>

namespace dyno::statistics {

std::optional<geometric_mean> geometric_mean_of(std::span<const double> ratios, double alpha) {
    if (ratios.empty()) {
        return std::nullopt;
    }
    std::vector<double> logs;
    logs.reserve(ratios.size());
    for (const double ratio : ratios) {
        logs.push_back(std::log(ratio));
    }
    const double n = static_cast<double>(logs.size());
    const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n;
    geometric_mean g;
    g.ratio = std::exp(mean);
    g.count = logs.size();
    if (logs.size() > 1) {
        double squares = 0;
        for (const double value : logs) {
            squares += (value - mean) * (value - mean);
        }
        const boost::math::students_t law(n - 1);
        const double half = boost::math::quantile(boost::math::complement(law, alpha / 2)) *
                            std::sqrt(squares / (n - 1) / n);
        g.bounds = {std::exp(mean - half), std::exp(mean + half)};
    }
    return g;
}

} // namespace dyno::statistics
