// SPDX-License-Identifier: Apache-2.0
#include "statistics/prediction.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dyno::statistics {

std::optional<prediction> predict(std::span<const double> before, double newest,
                                  double least_deviation, double alpha) {
    if (before.size() < 2) {
        return std::nullopt;
    }
    const double n = static_cast<double>(before.size());
    const double mean = std::accumulate(before.begin(), before.end(), 0.0) / n;
    double squares = 0;
    for (const double value : before) {
        squares += (value - mean) * (value - mean);
    }
    const double deviation = std::max(std::sqrt(squares / (n - 1)), least_deviation);
    const double scale = deviation * std::sqrt(1 + 1 / n);
    const boost::math::students_t law(n - 1);
    prediction p;
    const double half = scale * boost::math::quantile(boost::math::complement(law, alpha / 2));
    p.bounds = {mean - half, mean + half};
    if (newest == mean) {
        p.p_above = p.p_below = 0.5;
        return p;
    }
    p.t = (newest - mean) / scale;
    if (std::isinf(p.t)) {
        p.p_above = p.t > 0 ? 0 : 1;
        p.p_below = p.t > 0 ? 1 : 0;
        return p;
    }
    p.p_above = boost::math::cdf(boost::math::complement(law, p.t));
    p.p_below = boost::math::cdf(law, p.t);
    return p;
}

} // namespace dyno::statistics
