// SPDX-License-Identifier: Apache-2.0
#include "statistics/median.hpp"

#include <boost/math/distributions/binomial.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dyno::statistics {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double normal_consistency = 1.4826022185056018; // 1 / Phi^-1(3/4)

std::vector<double> copy_of(std::span<const double> numbers) {
    return {numbers.begin(), numbers.end()};
}

std::vector<double> sorted(std::span<const double> numbers) {
    std::vector<double> all = copy_of(numbers);
    std::sort(all.begin(), all.end());
    return all;
}

double take_median(std::vector<double>& numbers) {
    if (numbers.empty()) {
        return nothing;
    }
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    if (numbers.size() % 2 == 1) {
        return *middle;
    }
    const double below = *std::max_element(numbers.begin(), middle);
    return below + (*middle - below) / 2;
}

/// The largest k with P(Bin(n, 1/2) < k) ≤ tail; 0: none.
std::size_t rank_of_bound(std::size_t n, double tail) {
    const boost::math::binomial law(static_cast<double>(n), 0.5);
    const auto fits = [&](std::size_t k) {
        return k == 0 || boost::math::cdf(law, static_cast<double>(k - 1)) <= tail;
    };
    const double size = static_cast<double>(n);
    auto k = static_cast<std::size_t>(std::max(0.0, size / 2 - std::sqrt(size))); // near 95 %
    while (k > 0 && !fits(k)) {
        --k;
    }
    while (k < n / 2 && fits(k + 1)) {
        ++k;
    }
    return k;
}

} // namespace

double median(std::span<const double> numbers) {
    std::vector<double> all = copy_of(numbers);
    return take_median(all);
}

double quantile(std::span<const double> numbers, double p) {
    if (numbers.empty()) {
        return nothing;
    }
    const std::vector<double> all = sorted(numbers);
    const double place = std::clamp(p, 0.0, 1.0) * static_cast<double>(all.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, all.size() - 1);
    return all[below] + (place - static_cast<double>(below)) * (all[above] - all[below]);
}

interval median_interval(std::span<const double> numbers, double level) {
    const std::size_t n = numbers.size();
    const std::size_t k = n == 0 ? 0 : rank_of_bound(n, (1 - level) / 2);
    if (k == 0) {
        return {};
    }
    const std::vector<double> all = sorted(numbers);
    return {all[k - 1], all[n - k]};
}

double relative_half_width(std::span<const double> numbers, double level) {
    const interval bounds = median_interval(numbers, level);
    const double middle = median(numbers);
    if (!std::isfinite(bounds.low) || !(std::abs(middle) > 0)) {
        return std::numeric_limits<double>::infinity();
    }
    return (bounds.high - bounds.low) / 2 / std::abs(middle);
}

double robust_deviation(std::span<const double> numbers) {
    std::vector<double> all = copy_of(numbers);
    const double middle = take_median(all);
    for (double& number : all) {
        number = std::abs(number - middle);
    }
    return normal_consistency * take_median(all);
}

double relative_spread(std::span<const double> numbers) {
    const double size = std::abs(median(numbers));
    return size > 0 ? robust_deviation(numbers) / size : nothing;
}

} // namespace dyno::statistics
