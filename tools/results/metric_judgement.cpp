// SPDX-License-Identifier: Apache-2.0
#include "metric_judgement.hpp"

#include "display/quantity.hpp"
#include "statistics/median.hpp"
#include "unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace dyno::results {
namespace {

using record::direction;
using statistics::better_is;
using statistics::clusters;
using statistics::comparison;
using statistics::verdict;

/// Clocks that differ by more explain what they scale.
constexpr double same_clock = 0.01;

/// A side's values of one metric on logarithms, with the clocks they were measured at.
struct side_logs {
    clusters logs;
    clusters log_clocks; ///< as logs; only if every launch has one
    std::vector<double> clocks_mhz;
};

side_logs logs_of(const metric_evidence& m, const std::optional<unit_in_base>& unit) {
    side_logs side;
    bool all_clocks = true;
    for (const std::vector<launch_value>& run : m.runs) {
        std::vector<double>& logs = side.logs.emplace_back();
        std::vector<double>& log_clocks = side.log_clocks.emplace_back();
        for (const launch_value& l : run) {
            logs.push_back(std::log(unit ? to_base(l.value, *unit) : l.value));
            all_clocks = all_clocks && l.sm_clock_mhz.has_value();
            if (l.sm_clock_mhz) {
                log_clocks.push_back(std::log(*l.sm_clock_mhz));
                side.clocks_mhz.push_back(*l.sm_clock_mhz);
            }
        }
    }
    if (!all_clocks) {
        side.log_clocks.clear();
    }
    return side;
}

row_word to_row_word(verdict v) {
    switch (v) {
    case verdict::worse:
        return row_word::worse;
    case verdict::better:
        return row_word::better;
    case verdict::same:
        return row_word::same;
    case verdict::small:
        return row_word::small;
    case verdict::unclear:
        break;
    }
    return row_word::unclear;
}

/// Judges one metric that both sides measured.
class metric_judge {
public:
    metric_judge(row& to, const metric_evidence& base, const metric_evidence& fresh,
                 const judging& by)
        : m_to(to), m_base(base), m_fresh(fresh), m_by(by) {}

    void judge() {
        m_to.unit = m_base.unit;
        m_to.better = m_base.better;
        m_to.base = side_value_of(m_base);
        m_to.fresh = side_value_of(m_fresh);
        if (const std::string why = why_incomparable(); !why.empty()) {
            m_to.word = row_word::incomparable;
            m_to.reason = why;
        } else if (m_base.better == direction::exact) {
            judge_exact();
        } else {
            judge_logs();
        }
    }

private:
    static side_value side_value_of(const metric_evidence& m) {
        return {statistics::median(m.values()), m.launches(), m.runs.size()};
    }

    std::string why_incomparable() {
        for (const metric_evidence* m : {&m_base, &m_fresh}) {
            if (!m->clash.empty()) {
                return m->clash;
            }
        }
        if (m_base.better != m_fresh.better) {
            return "directions differ: " + std::string(to_word(m_base.better)) + ", " +
                   std::string(to_word(m_fresh.better));
        }
        if (m_base.queries != m_fresh.queries) {
            return "asked by other queries: " + joined(m_base.queries) + ", " +
                   joined(m_fresh.queries);
        }
        if (m_base.unit != m_fresh.unit && !use_base_unit()) {
            return "units differ: " + m_base.unit + ", " + m_fresh.unit;
        }
        return m_base.better == direction::exact ? std::string() : why_no_ratio();
    }

    /// Values of both sides in their family's base unit, if they have one.
    bool use_base_unit() {
        m_base_unit = unit_in_base_of(m_base.unit);
        m_fresh_unit = unit_in_base_of(m_fresh.unit);
        if (!m_base_unit || !m_fresh_unit || m_base_unit->base != m_fresh_unit->base) {
            return false;
        }
        m_to.unit = m_base_unit->base;
        m_to.base->median = to_base(m_to.base->median, *m_base_unit);
        m_to.fresh->median = to_base(m_to.fresh->median, *m_fresh_unit);
        return true;
    }

    /// A ratio needs positive numbers.
    std::string why_no_ratio() const {
        const auto least = [](const metric_evidence& m) {
            const std::vector<double> all = m.values();
            return *std::min_element(all.begin(), all.end());
        };
        const double b = least(m_base), f = least(m_fresh);
        if (b > 0 && f > 0) {
            return {};
        }
        const std::string what = std::min(b, f) < 0 ? "negative" : "zero";
        return what + (b <= 0 && f <= 0 ? " on both sides" : b <= 0 ? " in BASE" : " in NEW");
    }

    /// What differs from launch to launch on either side alone says nothing about the other: a last
    /// loss after as many steps as the time allowed.
    void judge_exact() {
        const std::vector<double> b = m_base.values(), f = m_fresh.values();
        const std::set<double> before(b.begin(), b.end()), after(f.begin(), f.end());
        if (before == after) {
            m_to.word = row_word::equal;
        } else if (before.size() > 1 && after.size() > 1) {
            m_to.word = row_word::incomparable;
            m_to.reason = "differs from launch to launch";
        } else {
            m_to.word = row_word::changed;
        }
    }

    void judge_logs() {
        const side_logs b = logs_of(m_base, m_base_unit), f = logs_of(m_fresh, m_fresh_unit);
        const better_is better =
            m_base.better == direction::higher ? better_is::higher : better_is::lower;
        comparison c = statistics::compare(f.logs, b.logs, better, m_by.rules);
        const bool known_same = m_by.is_same_run && f.logs == b.logs;
        if (known_same) {
            c.word = verdict::same; // of one measurement, however few launches it has
            c.why.reset();
            c.launches_needed.reset();
        } else {
            guard_clock(b, f, better, c);
        }
        m_to.word = to_row_word(c.word);
        m_to.reason = c.why ? to_word(*c.why) : std::string_view();
        m_to.judged = c;
    }

    /// A change that is only one of the clock is no verdict.
    void guard_clock(const side_logs& b, const side_logs& f, better_is better, comparison& c) {
        if (b.clocks_mhz.empty() || f.clocks_mhz.empty()) {
            return;
        }
        const double before = statistics::median(b.clocks_mhz);
        const double after = statistics::median(f.clocks_mhz);
        if (std::abs(std::log(after / before)) <= std::log1p(same_clock)) {
            return;
        }
        m_to.notes.push_back(fmt::format("SM clock {:.0f} → {:.0f} MHz", before, after));
        const bool is_time = m_to.unit == "s", is_rate = m_to.unit.ends_with("/s");
        if ((!is_time && !is_rate) || b.log_clocks.empty() || f.log_clocks.empty()) {
            return;
        }
        const double sign = is_time ? 1 : -1; // time · clock and rate / clock are per cycle
        const auto in_cycles = [&](const side_logs& side) {
            clusters cycles = side.logs;
            for (std::size_t i = 0; i < cycles.size(); ++i) {
                for (std::size_t j = 0; j < cycles[i].size(); ++j) {
                    cycles[i][j] += sign * side.log_clocks[i][j];
                }
            }
            return cycles;
        };
        const comparison cycles =
            statistics::compare(in_cycles(f), in_cycles(b), better, m_by.rules);
        const bool matters = c.word == verdict::worse || c.word == verdict::better ||
                             cycles.word == verdict::worse || cycles.word == verdict::better;
        if (matters && cycles.word != c.word) {
            c.word = verdict::unclear;
            c.why = statistics::doubt::clock_moved;
            c.launches_needed.reset();
            m_to.notes.push_back(fmt::format("in cycles {} ({})",
                                             display::signed_percent(cycles.ratio - 1),
                                             to_word(cycles.word)));
        }
    }

    static std::string joined(const std::set<std::string>& all) {
        std::string text;
        for (const std::string& one : all) {
            text += (text.empty() ? "" : " and ") + (one.empty() ? "an unknown one" : one);
        }
        return text;
    }

    row& m_to;
    const metric_evidence& m_base;
    const metric_evidence& m_fresh;
    const judging& m_by;
    std::optional<unit_in_base> m_base_unit, m_fresh_unit;
};

} // namespace

void judge_metric(row& to, const metric_evidence& base, const metric_evidence& fresh,
                  const judging& by) {
    metric_judge(to, base, fresh, by).judge();
}

} // namespace dyno::results
