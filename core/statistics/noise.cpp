// SPDX-License-Identifier: Apache-2.0
#include "statistics/noise.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dyno::statistics {
namespace {

double mean(std::span<const double> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
           static_cast<double>(numbers.size());
}

double sum_of_squares(std::span<const double> numbers) {
    const double middle = mean(numbers);
    return std::accumulate(numbers.begin(), numbers.end(), 0.0, [&](double sum, double number) {
        return sum + (number - middle) * (number - middle);
    });
}

/// What both sides add to the analysis of variance.
struct sums {
    double within = 0, between = 0; ///< sums of squares
    double reciprocals = 0;         ///< Σ 1/launches over runs
    std::size_t launches = 0, runs = 0, sides = 0;

    void add(const clusters& side) {
        std::vector<double> means;
        for (const std::vector<double>& run : side) {
            if (run.empty()) {
                continue;
            }
            within += sum_of_squares(run);
            reciprocals += 1 / static_cast<double>(run.size());
            launches += run.size();
            means.push_back(mean(run));
        }
        if (!means.empty()) {
            between += sum_of_squares(means);
            runs += means.size();
            ++sides;
        }
    }
};

} // namespace

double noise::deviation() const {
    return std::sqrt(within + between.value_or(0));
}

std::optional<noise> estimate_noise(const clusters& x, const clusters& y) {
    sums all;
    all.add(x);
    all.add(y);
    if (all.launches <= all.runs) {
        return std::nullopt;
    }
    noise n;
    n.within = all.within / static_cast<double>(all.launches - all.runs);
    if (all.runs > all.sides) {
        const double of_means = all.between / static_cast<double>(all.runs - all.sides);
        const double of_launches = n.within * all.reciprocals / static_cast<double>(all.runs);
        n.between = std::max(0.0, of_means - of_launches);
    }
    return n;
}

double margin_of(double deviation, double least_change, double multiple) {
    return std::max(std::log1p(least_change), multiple * deviation);
}

std::vector<double> pooled(const clusters& side) {
    std::vector<double> all;
    for (const std::vector<double>& run : side) {
        all.insert(all.end(), run.begin(), run.end());
    }
    return all;
}

} // namespace dyno::statistics
