// SPDX-License-Identifier: Apache-2.0
#include "summary/run_table.hpp"

#include "display/quantity.hpp"
#include "display/table.hpp"
#include "display/text.hpp"
#include "statistics/comparison.hpp"
#include "summary/case_labels.hpp"
#include "summary/case_summary.hpp"
#include "summary/lever_effects.hpp"

#include <fmt/format.h>

namespace dyno::summary {
namespace {

using display::style;
using record::status;

/// Below this share the host's part of a step is not worth a line.
constexpr double worth_saying = 0.10;
constexpr std::size_t fewest_gated_launches = statistics::rules{}.least_launches;

std::string quantity_of(const metric_summary* m) {
    if (m == nullptr) {
        return "";
    }
    const double half_width = m->spread ? *m->spread * m->median : 0;
    return display::quantity(m->median, m->unit, half_width);
}

std::string spread_of(const metric_summary* m) {
    return m != nullptr && m->spread ? "±" + display::percent(*m->spread) : "";
}

display::cell launches_of(const case_summary& c) {
    std::size_t all = 0;
    for (const auto& [outcome, count] : c.counts) {
        all += count;
    }
    const auto ok = c.counts.find(status::ok);
    const std::size_t good = ok == c.counts.end() ? 0 : ok->second;
    if (good == all) {
        return {fmt::format("{} ok", all), style::good};
    }
    std::string text = good > 0 ? fmt::format("{} ok", good) : "";
    bool only_harmless = true;
    for (const auto& [outcome, count] : c.counts) {
        if (outcome != status::ok) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_word(outcome));
            only_harmless =
                only_harmless && (outcome == status::skipped || outcome == status::not_run);
        }
    }
    return {text, only_harmless ? style::doubtful : style::bad};
}

/// "implausible" stands in the row itself: such a figure is never printed as plain success.
std::string peak_of(const case_summary& c, const char* metric) {
    const metric_summary* share = c.find(metric);
    if (share == nullptr) {
        return "";
    }
    return display::percent(share->median) + (share->median > 1 ? " implausible" : "");
}

void add_remarks(const record::run_file& run, const case_summary& c,
                 const display::palette& colours, std::string& text) {
    std::string lines;
    const auto add = [&](const std::string& line, std::size_t launches, style as) {
        const std::string count = launches > 0 ? fmt::format(" ({}×)", launches) : "";
        lines += "  " + colours.paint(display::printable(line) + count, as) + "\n";
    };
    const metric_summary* host_bound = c.find("host_bound");
    if (host_bound != nullptr && host_bound->median >= worth_saying) {
        add("host-bound: " + display::percent(host_bound->median, 0) + " of the time the GPU waits",
            0, style::doubtful);
    }
    for (const auto& [warning, count] : c.warnings) {
        add(warning, count, style::doubtful);
    }
    for (const auto& [reason, count] : c.reasons) {
        const bool harmless = reason.starts_with("skipped") || reason.starts_with("not_run");
        add(reason, count, harmless ? style::doubtful : style::bad);
    }
    if (!lines.empty()) {
        text += display::printable(run.cases[c.case_index].label) + "\n" + lines;
    }
}

} // namespace

std::string run_table(const record::run_file& run, const display::palette& colours,
                      std::size_t width) {
    display::table table({{"case", display::alignment::left, true},
                          {"time", display::alignment::right},
                          {"spread", display::alignment::right},
                          {"rate", display::alignment::right},
                          {"of peak", display::alignment::right},
                          {"at clock", display::alignment::right},
                          {"memory", display::alignment::right},
                          {"launches", display::alignment::left}});
    const case_labels labels = label_cases(run);
    std::string remarks;
    bool too_few = false, shows_clock = false;
    for (const case_summary& c : summarise(run)) {
        const metric_summary* time = c.find("time");
        const metric_summary* shown = time != nullptr ? time : c.rate();
        table.add_row({labels.of_cases[c.case_index], quantity_of(time), spread_of(shown),
                       quantity_of(c.rate()), peak_of(c, "share_of_peak"),
                       peak_of(c, "share_of_peak_at_clock"), quantity_of(c.memory()),
                       launches_of(c)});
        shows_clock = shows_clock || c.find("share_of_peak_at_clock") != nullptr;
        add_remarks(run, c, colours, remarks);
        too_few = too_few || (shown != nullptr && shown->launches < fewest_gated_launches);
    }
    std::string text = table.text(colours, width);
    for (const std::string& line : labels.left_out) {
        text += display::printable(line) + "\n";
    }
    text += "time: median of the launches' medians; spread: half their range\n";
    if (shows_clock) {
        text += "at clock: share of the peak at the SM clock that was held\n";
    }
    if (too_few) {
        text += fmt::format("fewer than {} launches: shown, but never the ground of a verdict\n",
                            fewest_gated_launches);
    }
    if (const std::string levers = lever_table(run, colours, width); !levers.empty()) {
        text += "\n" + levers;
    }
    return remarks.empty() ? text : text + "\n" + remarks;
}

} // namespace dyno::summary
