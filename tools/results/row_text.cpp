// SPDX-License-Identifier: Apache-2.0
#include "row_text.hpp"

#include "display/quantity.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace dyno::results {
namespace {

/// A value with the digits that the scatter of its launches leaves.
std::string value_text(const std::optional<side_value>& v, const row& r) {
    if (!v) {
        return "";
    }
    double half_width = 0;
    if (r.judged && r.judged->scatter) {
        half_width = 2 * std::abs(v->median) * std::sqrt(r.judged->scatter->within) /
                     std::sqrt(static_cast<double>(v->launches));
    }
    return r.better == record::direction::exact
               ? display::number(v->median, 15) + (r.unit == "1" ? "" : " " + r.unit)
               : display::quantity(v->median, r.unit, half_width);
}

/// Near enough to 1 to be told as a percentage.
bool is_near(double ratio) {
    return ratio > 0.5 && ratio < 2;
}

std::string times(double ratio) {
    return display::number(ratio, 3) + "×";
}

std::string verdict_text(const row& r) {
    std::string text = r.verdict();
    if (r.judged && r.judged->launches_needed) {
        text += fmt::format(", {} launches a side needed", *r.judged->launches_needed);
    }
    return text;
}

} // namespace

std::string p_text(double p) {
    return p < 0.0001 ? fmt::format("{:.0e}", p) : fmt::format("{:.4f}", p);
}

std::string change_text(double ratio, int decimals) {
    if (!std::isfinite(ratio) || ratio <= 0) {
        return std::string(display::no_value);
    }
    return is_near(ratio) ? display::signed_percent(ratio - 1, decimals) : times(ratio);
}

std::string bounds_text(const statistics::interval& ratios, int decimals) {
    if (!std::isfinite(ratios.high) || ratios.low <= 0) {
        return std::string(display::no_value);
    }
    return is_near(ratios.low) && is_near(ratios.high)
               ? change_text(ratios.low, decimals) + " … " + change_text(ratios.high, decimals)
               : times(ratios.low) + " … " + times(ratios.high);
}

row_text text_of(const row& r, const diff_report& report) {
    row_text t;
    t.name = report.label_of(r);
    t.metric = r.metric;
    t.base = value_text(r.base, r);
    t.fresh = value_text(r.fresh, r);
    if (r.judged) {
        t.change = change_text(r.judged->ratio);
        t.bounds = bounds_text(r.judged->ratio_bounds);
        t.margin = "±" + display::percent(r.judged->margin);
        t.p = p_text(r.judged->p);
        t.q = p_text(r.q);
    }
    t.verdict = verdict_text(r);
    return t;
}

std::string count_line(const diff_report& report) {
    std::string text;
    for (const auto& [word, count] : report.counts) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_word(word));
    }
    const std::size_t rows = report.row_count();
    return fmt::format("{} {}: {}", rows, rows == 1 ? "row" : "rows", text);
}

std::string mean_text(const mean_line& m) {
    const std::string bounds = bounds_text(m.mean.bounds);
    return fmt::format("geomean of {} {} where {} is better: {}{}", m.mean.count,
                       m.mean.count == 1 ? "row" : "rows", to_word(m.better),
                       change_text(m.mean.ratio, 2), m.mean.count == 1 ? "" : " (" + bounds + ")");
}

std::string shift_text(const diff_report& report) {
    if (!report.shift) {
        return {};
    }
    std::set<std::string> clocks;
    for (const row_group& g : report.groups) {
        for (const row& r : g.rows) {
            for (const std::string& note : r.notes) {
                if (note.starts_with("SM clock ")) {
                    clocks.insert(note);
                }
            }
        }
    }
    return fmt::format("common shift: {} of {} cases became {} {} alike: one finding, not {}{}",
                       report.shift->alike, report.shift->of,
                       display::percent(std::abs(report.shift->change)),
                       report.shift->change > 0 ? "worse" : "better", report.shift->alike,
                       clocks.empty() ? "" : " (" + *clocks.begin() + ")");
}

std::string rules_text(const statistics::rules& rules) {
    return fmt::format("margin {} %, or {} times the noise where that is more; alpha {}",
                       display::number(rules.least_change * 100),
                       display::number(rules.noise_multiple), display::number(rules.alpha));
}

std::vector<std::string> note_lines(const diff_report& report) {
    std::vector<std::string> lines;
    std::set<std::string> told;
    for (const row_group& g : report.groups) {
        for (const row& r : g.rows) {
            if (!report.shows(r)) {
                continue;
            }
            for (const std::string& note : r.notes) {
                std::string line = report.label_of(r) + ": " + note;
                if (told.insert(line).second) {
                    lines.push_back(std::move(line));
                }
            }
        }
    }
    return lines;
}

std::string about_text(const run_line& run) {
    return fmt::format("{}  {}  {}  {} cases, {} launches", run.started, run.scenario, run.device,
                       run.cases, run.launches);
}

} // namespace dyno::results
