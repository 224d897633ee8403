// SPDX-License-Identifier: Apache-2.0
#include "command/commands.hpp"
#include "display/spelling.hpp"
#include "display/table.hpp"
#include "display/terminal.hpp"
#include "display/text.hpp"
#include "plugin/catalog.hpp"
#include "record/error.hpp"
#include "scenario/parameter_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>
#include <unistd.h>

namespace dyno {
namespace {

using display::style;

std::string devices_of(const record::workload_declaration& workload) {
    return workload.on_cuda ? (workload.on_cpu ? "cuda, cpu" : "cuda") : "cpu";
}

std::string offers(const record::plugin_declaration& declaration) {
    std::string text;
    for (const record::workload_declaration& w : declaration.workloads) {
        text += (text.empty() ? "" : ", ") + w.id + " (" + devices_of(w) + ")";
    }
    return text;
}

display::cell state_of(const found_plugin& plugin) {
    if (!plugin.shadowed_by.empty()) {
        return {"shadowed by " + plugin.shadowed_by.string(), style::faint};
    }
    if (!plugin.trouble.empty()) {
        return {"not usable: " + plugin.trouble, style::bad};
    }
    return {"offers " + offers(*plugin.declaration), style::plain};
}

/// A range whose end is the type's own is no range for a reader.
std::string integer_range(const record::parameter_declaration& p) {
    const bool open = *p.most_integer == std::numeric_limits<std::int64_t>::max();
    return open ? fmt::format("{} or more", *p.least_integer)
                : fmt::format("{} to {}", *p.least_integer, *p.most_integer);
}

std::string range_of(const record::parameter_declaration& p) {
    if (!p.allowed.empty()) {
        std::string words;
        for (const std::string& word : p.allowed) {
            words += (words.empty() ? "" : " | ") + word;
        }
        return words;
    }
    if (p.least_integer) {
        return integer_range(p);
    }
    if (p.least_real) {
        return record::to_text(*p.least_real) + " to " + record::to_text(*p.most_real);
    }
    switch (p.type) {
    case record::value_type::integer:
        return "a whole number";
    case record::value_type::real:
        return "a number";
    case record::value_type::boolean:
        return "true | false";
    case record::value_type::text:
        break;
    }
    return "a text";
}

const char* word_for(record::direction better) {
    switch (better) {
    case record::direction::lower:
        return "lower is better";
    case record::direction::higher:
        return "higher is better";
    case record::direction::exact:
        break;
    }
    return "equal or changed";
}

/// `by` says who offers it: "gemm_cpu (cpu), gemm_cuda (cuda)".
void print_workload(const record::workload_declaration& w, const std::string& by,
                    const display::palette& colours) {
    const std::size_t width = display::terminal_width(STDOUT_FILENO);
    fmt::print("{}: {}\noffered by {}\n\n", colours.paint(w.id, style::strong),
               display::printable(w.summary), display::printable(by));
    display::table parameters({{"parameter"}, {"default"}, {"values"}, {"unit"}, {"meaning"}});
    for (const record::parameter_declaration& p : w.parameters) {
        const auto fallback = default_of(p);
        parameters.add_row({p.name, fallback ? record::to_text(*fallback) : "(required)",
                            range_of(p), p.unit, p.doc});
    }
    std::fputs(parameters.text(colours, width).c_str(), stdout);
    std::fputs("\n", stdout);
    display::table metrics({{"metric"}, {"unit"}, {"direction"}, {"meaning"}});
    for (const record::metric_declaration& m : w.metrics) {
        metrics.add_row({m.name, m.unit, word_for(m.better), m.doc});
    }
    if (!w.self_timed) {
        metrics.add_row({"time", "s", "lower is better",
                         "span on the device of one iteration; measured by the runner"});
    }
    std::fputs(metrics.text(colours, width).c_str(), stdout);
}

bool declares_the_same(const record::workload_declaration& a,
                       const record::workload_declaration& b) {
    return a.summary == b.summary && a.parameters == b.parameters && a.metrics == b.metrics;
}

} // namespace

exit_code plugins_command(const std::vector<std::filesystem::path>& folders,
                          const display::palette& colours) {
    children processes;
    const catalog all = find_catalog(processes, folders);
    for (const std::string& remark : all.remarks()) {
        fmt::print("{}\n", display::printable(remark));
    }
    if (all.plugins().empty()) {
        throw nothing_to_measure(
            "no plugin was found (beside the program, in DYNO_PLUGIN_PATH or in --plugins DIR)");
    }
    bool any_usable = false;
    for (const found_plugin& plugin : all.plugins()) {
        const std::string name = plugin.tag ? plugin.tag->name + " " + plugin.tag->version
                                            : plugin.path.filename().string();
        const display::cell state = state_of(plugin);
        fmt::print("{}\n    {}\n    {}\n", colours.paint(display::printable(name), style::strong),
                   colours.paint(display::printable(state.text), state.as),
                   display::printable(plugin.path.string()));
        any_usable = any_usable || plugin.declaration.has_value();
    }
    return any_usable ? exit_code::measured : exit_code::nothing;
}

exit_code describe_command(const std::string& workload,
                           const std::vector<std::filesystem::path>& folders,
                           const display::palette& colours) {
    children processes;
    const catalog all = find_catalog(processes, folders);
    const auto offers = all.find_workload(workload);
    if (offers.empty()) {
        throw error("no plugin offers the workload '" + workload + "'" +
                    suggestion(workload, all.workload_ids()) +
                    " (`runner plugins` shows what there is)");
    }
    // Plugins for other devices usually declare the same; that is printed once.
    std::vector<std::pair<const record::workload_declaration*, std::string>> different;
    for (const catalog::offer& offer : offers) {
        const std::string by = offer.plugin->tag->name + " (" + devices_of(*offer.workload) + ")";
        const auto same = std::find_if(different.begin(), different.end(), [&](const auto& one) {
            return declares_the_same(*one.first, *offer.workload);
        });
        if (same != different.end()) {
            same->second += ", " + by;
        } else {
            different.emplace_back(offer.workload, by);
        }
    }
    for (std::size_t i = 0; i < different.size(); ++i) {
        std::fputs(i == 0 ? "" : "\n", stdout);
        print_workload(*different[i].first, different[i].second, colours);
    }
    return exit_code::measured;
}

} // namespace dyno
