// SPDX-License-Identifier: Apache-2.0
#include "command/commands.hpp"
#include "display/duration.hpp"
#include "display/terminal.hpp"
#include "display/text.hpp"
#include "record/error.hpp"
#include "run/probe_client.hpp"
#include "run/rule_check.hpp"
#include "run/run_head.hpp"
#include "run/run_place.hpp"
#include "run/run_view.hpp"
#include "run/supervisor.hpp"
#include "run/unfinished_run.hpp"
#include "scenario/lever_list.hpp"
#include "scenario/scenario_tree.hpp"
#include "scenario/toml.hpp"
#include "statistics/comparison.hpp"
#include "telemetry/doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <unistd.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;

constexpr auto fewest_gated_launches = static_cast<int>(statistics::rules{}.least_launches);

run_view::places places_of(const run_options& options, const display::palette& colours) {
    return {std::cout,
            std::cerr,
            display::can_redraw(STDERR_FILENO),
            display::terminal_width(STDERR_FILENO),
            display::terminal_width(STDOUT_FILENO),
            colours,
            options.quiet};
}

/// Plugins that cannot be used, if this run does without them: another of the name measures, or
/// nobody does.
std::vector<std::string> missed_plugins(const preparation& ready) {
    std::vector<std::string> remarks;
    for (const found_plugin& plugin : ready.catalog.plugins()) {
        const auto misses = [&](const planned_case& c) {
            return !c.skip_reason.empty() || c.recorded.plugin == plugin.tag->name;
        };
        if (plugin.tag && !plugin.trouble.empty() &&
            std::any_of(ready.cases.begin(), ready.cases.end(), misses)) {
            remarks.push_back("plugin " + plugin.tag->name + " in " +
                              plugin.path.parent_path().string() +
                              " cannot be used: " + plugin.trouble);
        }
    }
    return remarks;
}

/// What may spoil this run, known before its first launch.
std::vector<std::string> warnings_of(const preparation& ready, const record::fact_sheet& gpu) {
    std::vector<std::string> warnings = ready.catalog.remarks();
    for (std::string& remark : missed_plugins(ready)) {
        warnings.push_back(std::move(remark));
    }
    std::size_t few = 0;
    for (const planned_case& c : ready.cases) {
        few += c.recorded.policy.launches < fewest_gated_launches ? 1 : 0;
    }
    if (few > 0) {
        warnings.push_back(fmt::format("{} of {} cases have fewer than {} launches: shown, but "
                                       "never the ground of a verdict (measure.launches)",
                                       few, ready.cases.size(), fewest_gated_launches));
    }
    for (std::string& doubt : doubts_before(gpu)) {
        warnings.push_back(std::move(doubt));
    }
    return warnings;
}

/// What the probe knows of the GPU that will be measured; nothing of a CPU.
record::fact_sheet facts_of(probe_client& probe, const preparation& ready) {
    const auto& device = ready.device.device;
    const bool is_gpu = device && device->kind == record::device_kind::cuda;
    return is_gpu ? probe.watch(*device) : record::fact_sheet{};
}

/// The probe, if it has a GPU to look at during launches.
probe_client* sampler(probe_client& probe, const preparation& ready, const run_options& options) {
    const auto& device = ready.device.device;
    const bool is_gpu = device && device->kind == record::device_kind::cuda;
    return is_gpu && options.telemetry ? &probe : nullptr;
}

void print_plan(const preparation& ready) {
    double seconds = 0;
    std::size_t launches = 0;
    for (const planned_case& c : ready.cases) {
        const bool runs = c.skip_reason.empty();
        fmt::print(
            "{:3} × {}{}\n", c.recorded.policy.launches, display::printable(c.recorded.label),
            c.skip_reason.empty() ? "" : "  (skipped: " + display::printable(c.skip_reason) + ")");
        if (runs) {
            launches += static_cast<std::size_t>(c.recorded.policy.launches);
            seconds += c.recorded.policy.launches * estimate_s(c.recorded.policy);
        }
    }
    fmt::print("{} cases, {} launches, about {}{}\n", ready.cases.size(), launches,
               display::duration(seconds),
               ready.device.device ? "" : ", where there is a device: " + ready.device.remark);
}

exit_code conclude(run_view& view, const record::run_file& run, const fs::path& file) {
    view.conclude(run, file, newest_comparable(file, run));
    return judge(run);
}

} // namespace

exit_code run_command(const run_options& options, const display::palette& colours) {
    node tree = load_scenario_tree(options.scenario, options.settings);
    children processes;
    probe_client probe(processes);
    const preparation ready = prepare(processes, options, std::move(tree), probe.devices());
    const record::fact_sheet gpu = facts_of(probe, ready);
    run_view view(places_of(options, colours));
    const std::vector<std::string> warnings = warnings_of(ready, gpu);
    view.introduce(ready, warnings);
    if (options.dry_run) {
        print_plan(ready);
        return exit_code::measured;
    }
    const record::run_file head = make_run_head(ready, gpu, warnings);
    const fs::path file = place_run_file(options.output, head);
    const record::run_file run =
        supervisor(processes, sampler(probe, ready, options), ready, head, file).run(view);
    return conclude(view, run, file);
}

exit_code resume_command(const run_options& options, const std::string& named,
                         const display::palette& colours) {
    const fs::path file = run_file_of(named);
    const record::run_file earlier = read_unfinished(file);
    children processes;
    probe_client probe(processes);
    run_options same = options;
    same.scenario = earlier.scenario_path;
    const preparation ready =
        prepare(processes, same, parse_toml(earlier.scenario_effective, named), probe.devices());
    const record::run_file now = make_run_head(ready, facts_of(probe, ready), {});
    if (const auto differences = differences_between(earlier, now); !differences.empty()) {
        std::string text = named + ": cannot go on, since this is not the same any more:";
        for (const std::string& difference : differences) {
            text += "\n  " + difference;
        }
        throw error(text);
    }
    run_view view(places_of(options, colours));
    view.introduce(ready, {});
    const record::run_file run =
        supervisor::resume(processes, sampler(probe, ready, options), ready, earlier, file)
            .run(view);
    return conclude(view, run, file);
}

exit_code check_command(const run_options& options) {
    node tree = load_scenario_tree(options.scenario, options.settings);
    children processes;
    // No driver is asked: a scenario is right or wrong on every machine alike.
    problems found;
    const scenario read = read_scenario(tree, options.scenario, found);
    const catalog plugins = find_catalog(processes, options.plugin_folders);
    const auto cases = list_cases(read, std::nullopt, offers_of(plugins), found);
    (void)list_levers(read, cases, offers_of(plugins), found);
    if (!found.any()) {
        check_rules(processes, cases, found);
    }
    if (found.any()) {
        throw scenario_problems(found);
    }
    std::size_t unknown = 0;
    for (const planned_case& c : cases) {
        if (!c.skip_reason.empty()) {
            fmt::print("{}: {}\n", display::printable(to_text(c.at)),
                       display::printable(c.skip_reason));
            ++unknown;
        }
    }
    fmt::print(
        "{}: {} cases, no errors{}\n", display::printable(options.scenario.string()), cases.size(),
        unknown > 0 ? fmt::format("; the parameters of {} could not be checked", unknown) : "");
    return exit_code::measured;
}

} // namespace dyno
