// SPDX-License-Identifier: Apache-2.0
#include "statistics/change_points.hpp"

#include "statistics/median.hpp"
#include "statistics/random_source.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace dyno::statistics {
namespace {

struct split {
    std::size_t at = 0;
    double statistic = 0;
};

/// Finds the best split of any order of one segment's numbers. Sums of distances to the numbers
/// left of the split come from a Fenwick tree over the ranks, so a scan takes n log n.
class splitter {
public:
    splitter(std::span<const double> numbers, std::size_t least_segment)
        : m_least(least_segment), m_ranks(numbers.size()), m_values(numbers.begin(), numbers.end()),
          m_to_all(numbers.size()), m_tree(numbers.size() + 1) {
        std::sort(m_values.begin(), m_values.end());
        double below = 0;
        const double all = std::accumulate(m_values.begin(), m_values.end(), 0.0);
        const double n = static_cast<double>(m_values.size());
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const double v = m_values[i], before = static_cast<double>(i);
            m_to_all[i] = v * before - below + (all - below) - v * (n - before);
            m_total += m_to_all[i] / 2;
            below += v;
        }
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto at = std::lower_bound(m_values.begin(), m_values.end(), numbers[i]);
            m_ranks[i] = static_cast<std::size_t>(at - m_values.begin());
        }
    }

    void shuffle(random_source& by) { by.shuffle(std::span(m_ranks)); }

    /// (ab/(a+b)) · (2 mean across - mean inside left - mean inside right), largest over splits.
    [[nodiscard]] split best() {
        std::fill(m_tree.begin(), m_tree.end(), node{});
        const double n = static_cast<double>(m_ranks.size());
        double inside_left = 0, inside_right = m_total, sum_left = 0;
        split found;
        for (std::size_t i = 0; i + m_least < m_ranks.size(); ++i) {
            const std::size_t rank = m_ranks[i];
            const double v = m_values[rank], had = static_cast<double>(i);
            const node upto = prefix(rank);
            const double to_left =
                v * upto.count - upto.sum + (sum_left - upto.sum) - v * (had - upto.count);
            inside_left += to_left;
            inside_right -= m_to_all[rank] - to_left;
            sum_left += v;
            insert(rank, v);
            const double a = had + 1, b = n - a;
            if (i + 1 < m_least) {
                continue;
            }
            const double across = m_total - inside_left - inside_right;
            const double statistic = a * b / n *
                                     (2 * across / (a * b) - 2 * inside_left / (a * (a - 1)) -
                                      2 * inside_right / (b * (b - 1)));
            if (found.at == 0 || statistic > found.statistic) {
                found = {i + 1, statistic};
            }
        }
        return found;
    }

private:
    struct node {
        double count = 0, sum = 0;
    };

    [[nodiscard]] node prefix(std::size_t rank) const {
        node n;
        for (std::size_t i = rank + 1; i > 0; i &= i - 1) {
            n.count += m_tree[i].count;
            n.sum += m_tree[i].sum;
        }
        return n;
    }

    void insert(std::size_t rank, double v) {
        for (std::size_t i = rank + 1; i < m_tree.size(); i += i & (~i + 1)) {
            m_tree[i].count += 1;
            m_tree[i].sum += v;
        }
    }

    std::size_t m_least;
    std::vector<std::size_t> m_ranks; ///< of the numbers in their present order
    std::vector<double> m_values;     ///< by rank
    std::vector<double> m_to_all;     ///< by rank: sum of distances to all numbers
    double m_total = 0;               ///< sum of distances over all pairs
    std::vector<node> m_tree;
};

/// p of the largest statistic among permutations; none as soon as it is known to exceed alpha.
std::optional<double> significance(splitter& segment, double observed, std::uint64_t seed,
                                   const change_rules& by) {
    random_source source(seed);
    const double runs = static_cast<double>(by.permutations + 1);
    const double threshold = observed - 1e-9 * std::abs(observed); // ties count as extreme
    double extreme = 1;
    for (std::size_t i = 0; i < by.permutations; ++i) {
        segment.shuffle(source);
        extreme += segment.best().statistic >= threshold ? 1 : 0;
        if (extreme / runs > by.alpha) {
            return std::nullopt;
        }
    }
    return extreme / runs;
}

void divide(std::span<const double> series, std::size_t first, std::size_t last,
            const change_rules& by, std::vector<change_point>& found) {
    const std::span<const double> segment = series.subspan(first, last - first);
    if (segment.size() < 2 * by.least_segment) {
        return;
    }
    splitter splits(segment, by.least_segment);
    const split best = splits.best();
    if (!(best.statistic > 0)) {
        return;
    }
    const std::optional<double> p = significance(splits, best.statistic, seed_of(segment), by);
    if (!p) {
        return;
    }
    divide(series, first, first + best.at, by, found);
    found.push_back({first + best.at, 0, *p});
    divide(series, first + best.at, last, by, found);
}

double median_between(std::span<const double> series, std::size_t first, std::size_t last) {
    return median(series.subspan(first, last - first));
}

/// Sets the shifts; leaves out the smallest change below `least_shift`, until there is none, since
/// the segments around it then become one.
void drop_small(std::span<const double> series, double least_shift,
                std::vector<change_point>& changes) {
    while (!changes.empty()) {
        std::size_t smallest = 0;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const std::size_t before = i == 0 ? 0 : changes[i - 1].at;
            const std::size_t after = i + 1 < changes.size() ? changes[i + 1].at : series.size();
            changes[i].shift = median_between(series, changes[i].at, after) -
                               median_between(series, before, changes[i].at);
            if (std::abs(changes[i].shift) < std::abs(changes[smallest].shift)) {
                smallest = i;
            }
        }
        if (std::abs(changes[smallest].shift) >= least_shift) {
            break;
        }
        changes.erase(changes.begin() + static_cast<std::ptrdiff_t>(smallest));
    }
}

} // namespace

std::vector<change_point> find_change_points(std::span<const double> series,
                                             const change_rules& by) {
    std::vector<change_point> changes;
    divide(series, 0, series.size(), by, changes);
    drop_small(series, by.least_shift, changes);
    return changes;
}

} // namespace dyno::statistics
