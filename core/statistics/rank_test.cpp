// SPDX-License-Identifier: Apache-2.0
#include "statistics/rank_test.hpp"

#include "statistics/rank_law.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace dyno::statistics {
namespace {

constexpr std::size_t most_exact = 50;          // numbers a side without ties
constexpr std::size_t most_exact_product = 400; // m·n with ties

/// Both samples together, ranked.
struct ranking {
    std::size_t m = 0, n = 0;
    std::vector<std::size_t> doubled; ///< doubled midranks in ascending order
    std::size_t doubled_sum_x = 0;    ///< of x's members
    double tie_term = 0;              ///< Σ(t³ - t) over groups of t equal numbers

    [[nodiscard]] bool has_ties() const { return tie_term > 0; }
    [[nodiscard]] std::size_t doubled_u() const { return doubled_sum_x - m * (m + 1); }
};

ranking rank(std::span<const double> x, std::span<const double> y) {
    std::vector<std::pair<double, bool>> pooled; // number, whether it is x's
    pooled.reserve(x.size() + y.size());
    for (const double number : x) {
        pooled.emplace_back(number, true);
    }
    for (const double number : y) {
        pooled.emplace_back(number, false);
    }
    std::sort(pooled.begin(), pooled.end());
    ranking r;
    r.m = x.size();
    r.n = y.size();
    r.doubled.resize(pooled.size());
    for (std::size_t first = 0; first < pooled.size();) {
        std::size_t last = first;
        while (last + 1 < pooled.size() && pooled[last + 1].first == pooled[first].first) {
            ++last;
        }
        const double t = static_cast<double>(last - first + 1);
        r.tie_term += t * t * t - t;
        for (std::size_t i = first; i <= last; ++i) {
            r.doubled[i] = first + last + 2;
            r.doubled_sum_x += pooled[i].second ? r.doubled[i] : 0;
        }
        first = last + 1;
    }
    return r;
}

rank_test finish(rank_test t) {
    constexpr double least = std::numeric_limits<double>::min();
    t.p_below = std::clamp(t.p_below, least, 1.0);
    t.p_above = std::clamp(t.p_above, least, 1.0);
    t.p_two_sided = std::min(1.0, 2 * std::min(t.p_below, t.p_above));
    return t;
}

/// Tails of a law at `at`: P(≤ at) and P(≥ at).
std::pair<double, double> tails(const std::vector<double>& law, std::size_t at) {
    double below = 0, above = 0;
    for (std::size_t i = 0; i <= at; ++i) {
        below += law[i];
    }
    for (std::size_t i = law.size(); i-- > at;) {
        above += law[i];
    }
    return {below, above};
}

rank_test exact(const ranking& r) {
    rank_test t;
    t.u = static_cast<double>(r.doubled_u()) / 2;
    t.method = rank_method::exact;
    std::tie(t.p_below, t.p_above) = tails(tie_free_law(r.m, r.n), r.doubled_u() / 2);
    return finish(t);
}

rank_test exact_with_ties(const ranking& r) {
    rank_test t;
    t.u = static_cast<double>(r.doubled_u()) / 2;
    t.method = rank_method::exact_with_ties;
    const std::size_t all = r.doubled.size() * (r.doubled.size() + 1);
    if (r.m <= r.n) {
        std::tie(t.p_below, t.p_above) = tails(rank_sum_law(r.doubled, r.m), r.doubled_sum_x);
    } else { // y's sum is the rest, so the tails change places
        std::tie(t.p_above, t.p_below) = tails(rank_sum_law(r.doubled, r.n), all - r.doubled_sum_x);
    }
    return finish(t);
}

rank_test normal(const ranking& r) {
    rank_test t;
    t.u = static_cast<double>(r.doubled_u()) / 2;
    t.method = rank_method::normal;
    const double m = static_cast<double>(r.m), n = static_cast<double>(r.n), both = m + n;
    const double middle = m * n / 2;
    const double ties = both > 1 ? r.tie_term / (both * (both - 1)) : 0;
    const double variance = m * n / 12 * (both + 1 - ties);
    if (!(variance > 0) || t.u == middle) {
        return finish(t);
    }
    const boost::math::normal law(0, std::sqrt(variance));
    t.p_below = boost::math::cdf(law, t.u + 0.5 - middle);
    t.p_above = boost::math::cdf(boost::math::complement(law, t.u - 0.5 - middle));
    return finish(t);
}

} // namespace

rank_test mann_whitney(std::span<const double> x, std::span<const double> y) {
    const ranking r = rank(x, y);
    if (!r.has_ties() && std::max(r.m, r.n) <= most_exact && std::min(r.m, r.n) > 0) {
        return exact(r);
    }
    if (r.has_ties() && r.m * r.n <= most_exact_product && std::min(r.m, r.n) > 0) {
        return exact_with_ties(r);
    }
    return normal(r);
}

rank_test mann_whitney_normal(std::span<const double> x, std::span<const double> y) {
    return normal(rank(x, y));
}

rank_test mann_whitney_shifted(std::span<const double> x, double shift, std::span<const double> y) {
    std::vector<double> moved(x.begin(), x.end());
    for (double& number : moved) {
        number += shift;
    }
    return mann_whitney(moved, y);
}

} // namespace dyno::statistics
