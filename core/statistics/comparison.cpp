// SPDX-License-Identifier: Apache-2.0
#include "statistics/comparison.hpp"

#include "statistics/hodges_lehmann.hpp"
#include "statistics/rank_test.hpp"

#include <boost/math/distributions/fisher_f.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace dyno::statistics {
namespace {

constexpr double z_95 = 1.6448536269514722, z_80 = 0.8416212335729143;
constexpr std::size_t least_needed = 4, most_needed = 10000;
constexpr double shape_alpha = 0.01; // variances differ: stricter than the verdict it explains

double variance(const std::vector<double>& numbers) {
    const double count = static_cast<double>(numbers.size());
    const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
    double squares = 0;
    for (const double number : numbers) {
        squares += (number - mean) * (number - mean);
    }
    return squares / (count - 1);
}

/// The F test of equal variances: one side scatters like another machine's.
bool shapes_differ(const std::vector<double>& x, const std::vector<double>& y) {
    const double vx = variance(x), vy = variance(y);
    if (vx == 0 || vy == 0) {
        return vx != vy;
    }
    const bool x_is_wider = vx > vy;
    const boost::math::fisher_f law(static_cast<double>((x_is_wider ? x : y).size() - 1),
                                    static_cast<double>((x_is_wider ? y : x).size() - 1));
    const double ratio = x_is_wider ? vx / vy : vy / vx;
    return 2 * boost::math::cdf(boost::math::complement(law, ratio)) <= shape_alpha;
}

doubt doubt_of(const std::vector<double>& x, const std::vector<double>& y, double deviation,
               const rules& by) {
    if (by.noise_multiple * deviation <= std::log1p(by.least_change)) {
        return doubt::too_few_launches;
    }
    return shapes_differ(x, y) ? doubt::shapes_differ : doubt::noise_above_margin;
}

} // namespace

std::string_view to_word(verdict v) {
    switch (v) {
    case verdict::worse:
        return "worse";
    case verdict::better:
        return "better";
    case verdict::same:
        return "same";
    case verdict::small:
        return "small";
    case verdict::unclear:
        return "unclear";
    }
    return "?";
}

std::string_view to_word(doubt d) {
    switch (d) {
    case doubt::too_few_launches:
        return "too few launches";
    case doubt::noise_above_margin:
        return "noise above margin";
    case doubt::clock_moved:
        return "clock moved";
    case doubt::shapes_differ:
        return "shapes differ";
    }
    return "?";
}

std::optional<std::size_t> launches_needed(double deviation, double log_shift, double log_margin) {
    const double gap = std::abs(std::abs(log_shift) - log_margin);
    const double n = std::ceil(2 * std::pow(deviation * (z_95 + z_80) / gap, 2));
    if (!std::isfinite(n) || n > static_cast<double>(most_needed)) {
        return std::nullopt;
    }
    return std::max(least_needed, static_cast<std::size_t>(n));
}

comparison compare(const clusters& fresh, const clusters& base, better_is better, const rules& by) {
    const std::vector<double> x = pooled(fresh), y = pooled(base);
    assert(!x.empty() && !y.empty());
    comparison c;
    const shift moved = hodges_lehmann(x, y, by.alpha);
    c.ratio = std::exp(moved.median);
    c.ratio_bounds = {std::exp(moved.bounds.low), std::exp(moved.bounds.high)};
    c.scatter = estimate_noise(fresh, base);
    const double deviation = c.scatter ? c.scatter->deviation() : 0;
    const double margin = margin_of(deviation, by.least_change, by.noise_multiple);
    c.margin = std::expm1(margin);
    c.p = mann_whitney(x, y).p_two_sided;
    const rank_test above = mann_whitney_shifted(x, -margin, y); // x - M against y
    const rank_test below = mann_whitney_shifted(x, margin, y);  // x + M against y
    c.p_worse = better == better_is::lower ? above.p_above : below.p_below;
    c.p_better = better == better_is::lower ? below.p_below : above.p_above;
    const bool enough = std::min(x.size(), y.size()) >= by.least_launches;
    // More than was asked about, and yet within what the noise would do: neither the same nor
    // small.
    const double asked = std::log1p(by.least_change);
    const bool is_beyond = moved.bounds.low > asked || moved.bounds.high < -asked;
    if (enough && c.p_worse <= by.alpha) {
        c.word = verdict::worse;
    } else if (enough && c.p_better <= by.alpha) {
        c.word = verdict::better;
    } else if (enough && !is_beyond && above.p_below <= by.alpha && below.p_above <= by.alpha) {
        c.word = verdict::same;
    } else if (enough && !is_beyond && moved.k > 0 && !moved.bounds.contains(0)) {
        c.word = verdict::small;
    } else {
        c.why = enough ? doubt_of(x, y, deviation, by) : doubt::too_few_launches;
        c.launches_needed = enough && c.scatter ? launches_needed(deviation, moved.median, margin)
                                                : std::optional(by.least_launches);
        const bool is_lost_in_noise =
            std::abs(moved.median) > asked && std::abs(moved.median) < margin;
        if (enough && (is_lost_in_noise || c.launches_needed <= std::min(x.size(), y.size()))) {
            c.launches_needed.reset(); // less noise would settle it, not more launches
        }
    }
    return c;
}

} // namespace dyno::statistics
