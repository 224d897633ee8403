// SPDX-License-Identifier: Apache-2.0
#include "history_series.hpp"

#include "statistics/change_points.hpp"
#include "statistics/median.hpp"
#include "statistics/noise.hpp"
#include "statistics/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace dyno::results {
namespace {

using statistics::better_is;
using statistics::clusters;

/// Runs around a boundary that are compared: near ones say what the boundary did, and 50 launches a
/// side keep the rank test exact.
constexpr std::size_t most_runs = 10;

/// Below this a segment says too little about the next run.
constexpr std::size_t fewest_before = 4;

class series_judge {
public:
    series_judge(history_series& to, const std::vector<history_point>& points,
                 const statistics::rules& rules)
        : m_to(to), m_points(points), m_rules(rules),
          m_better(to.better == record::direction::higher ? better_is::higher : better_is::lower) {
        for (const history_point& p : points) {
            m_values.push_back(statistics::median(p.logs));
        }
    }

    void judge() {
        std::vector<std::size_t> starts{0}; // of the stretches between known boundaries
        for (std::size_t i = 1; i < m_points.size(); ++i) {
            if (!m_points[i].cause.empty()) {
                starts.push_back(i);
            }
        }
        starts.push_back(m_points.size());
        for (std::size_t s = 1; s + 1 < starts.size(); ++s) {
            judge_boundary(starts[s - 1], starts[s], starts[s + 1]);
        }
        std::size_t segment = 0; // start of the newest run's segment
        for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
            segment = std::max(starts[s], find_changes(starts[s], starts[s + 1]));
        }
        judge_newest(segment);
        std::stable_sort(m_to.changes.begin(), m_to.changes.end(),
                         [](const auto& a, const auto& b) { return a.started < b.started; });
    }

private:
    [[nodiscard]] clusters runs(std::size_t first, std::size_t last) const {
        clusters all;
        for (std::size_t i = first; i < last; ++i) {
            all.push_back(m_points[i].logs);
        }
        return all;
    }

    void judge_boundary(std::size_t first, std::size_t at, std::size_t last) {
        const std::size_t from = at - std::min(at - first, most_runs);
        const std::size_t to = at + std::min(last - at, most_runs);
        const statistics::comparison c =
            statistics::compare(runs(at, to), runs(from, at), m_better, m_rules);
        history_change change{m_points[at].started, m_points[at].cause, c.ratio, c.p, {}, {}};
        change.word = *row_word_from(statistics::to_word(c.word));
        change.reason = c.why ? statistics::to_word(*c.why) : std::string_view();
        m_to.changes.push_back(std::move(change));
    }

    /// Scatter from run to run, from neighbours, so that a step counts once: the median of the
    /// distances is 0.6745 · √2 deviations of normal values.
    [[nodiscard]] static double neighbour_deviation(std::span<const double> values) {
        std::vector<double> distances;
        for (std::size_t i = 1; i < values.size(); ++i) {
            distances.push_back(std::abs(values[i] - values[i - 1]));
        }
        return distances.empty()
                   ? 0
                   : statistics::median(distances) / (0.6744897501960817 * std::sqrt(2.0));
    }

    /// Adds the changes inside a stretch; the start of its last segment comes back.
    std::size_t find_changes(std::size_t first, std::size_t last) {
        const std::span<const double> stretch =
            std::span<const double>(m_values).subspan(first, last - first);
        statistics::change_rules by;
        by.alpha = m_rules.alpha;
        by.least_shift = statistics::margin_of(neighbour_deviation(stretch), m_rules.least_change,
                                               m_rules.noise_multiple);
        std::size_t segment = first;
        for (const statistics::change_point& c : statistics::find_change_points(stretch, by)) {
            segment = first + c.at;
            const bool is_worse = (c.shift > 0) == (m_better == better_is::lower);
            m_to.changes.push_back({m_points[segment].started, "", std::exp(c.shift), c.p,
                                    is_worse ? row_word::worse : row_word::better, ""});
        }
        return segment;
    }

    void judge_newest(std::size_t segment) {
        const std::size_t newest = m_points.size() - 1;
        const std::span<const double> before =
            std::span<const double>(m_values).subspan(segment, newest - segment);
        m_to.newest = std::exp(m_values[newest]);
        if (before.empty() && !m_points[newest].cause.empty() && newest > 0) {
            m_to.word = m_to.changes.back().word; // the boundary just before it was judged
            m_to.reason = "first run after a change of the machine";
            m_to.change = m_to.changes.back().ratio;
            return;
        }
        if (before.size() < fewest_before) {
            m_to.word = row_word::unclear;
            m_to.reason = "too few runs";
            return;
        }
        const double floor = launch_deviation(segment);
        const auto p = statistics::predict(before, m_values[newest], floor, m_rules.alpha);
        const double shift = m_values[newest] - statistics::median(before);
        m_to.change = std::exp(shift);
        m_to.expected = statistics::interval{std::exp(p->bounds.low), std::exp(p->bounds.high)};
        if (p->bounds.contains(m_values[newest])) {
            judge_expected(before, p->bounds, floor);
        } else if (std::abs(shift) <= std::log1p(m_rules.least_change)) {
            m_to.word = row_word::small;
        } else {
            const bool is_above = m_values[newest] > p->bounds.high;
            m_to.word =
                is_above == (m_better == better_is::lower) ? row_word::worse : row_word::better;
        }
    }

    /// A newest run that is no alarm is the same only if a change beyond the margin that was asked
    /// for would have been one, and both equivalence tests against that margin reject:
    /// docs/decisions/same-within-the-margin-asked.md.
    void judge_expected(std::span<const double> before, const statistics::interval& bounds,
                        double floor) {
        const double asked = std::log1p(m_rules.least_change), newest = m_values.back();
        const auto lower = statistics::predict(before, newest - asked, floor, m_rules.alpha);
        const auto upper = statistics::predict(before, newest + asked, floor, m_rules.alpha);
        if ((bounds.high - bounds.low) / 2 <= asked && lower->p_below <= m_rules.alpha &&
            upper->p_above <= m_rules.alpha) {
            m_to.word = row_word::same;
        } else {
            m_to.word = row_word::unclear;
            m_to.reason = to_word(statistics::doubt::noise_above_margin);
        }
    }

    /// Deviation of a run's value that its launches alone explain: no history scatters less.
    [[nodiscard]] double launch_deviation(std::size_t segment) const {
        const auto noise = statistics::estimate_noise(runs(segment, m_points.size()), {});
        const double launches = static_cast<double>(m_points.back().logs.size());
        return noise ? std::sqrt(noise->within / launches) : 0;
    }

    history_series& m_to;
    const std::vector<history_point>& m_points;
    const statistics::rules& m_rules;
    better_is m_better;
    std::vector<double> m_values; ///< by run, on logarithms
};

} // namespace

void judge_series(history_series& to, const std::vector<history_point>& points,
                  const statistics::rules& rules) {
    to.runs = points.size();
    series_judge(to, points, rules).judge();
}

} // namespace dyno::results
