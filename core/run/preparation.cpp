// SPDX-License-Identifier: Apache-2.0
#include "run/preparation.hpp"

#include "device/select_device.hpp"
#include "plugin/describe.hpp"
#include "run/rule_check.hpp"
#include "scenario/lever_list.hpp"

#include <cstdlib>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::device_kind;

std::string joined(const problems& found) {
    std::string text;
    for (const std::string& message : found.messages()) {
        text += (text.empty() ? "" : "\n") + message;
    }
    return text;
}

device_choice choice_of(const scenario& from) {
    device_choice choice;
    if (from.device == wanted_device::cpu) {
        choice.kind = device_kind::cpu;
    } else if (from.device == wanted_device::cuda) {
        choice.kind = device_kind::cuda;
    }
    if (!from.selector.empty()) {
        choice.select = from.selector;
    }
    return choice;
}

} // namespace

scenario_problems::scenario_problems(const problems& found) : error(joined(found)) {}

chosen_device choose_device(const scenario& from, const record::device_list& found) {
    try {
        return {select_device(found, choice_of(from)), found.reason};
    } catch (const nothing_to_measure& failure) {
        return {std::nullopt, failure.what()};
    }
}

catalog find_catalog(children& processes, const std::vector<fs::path>& folders) {
    plugin_describer describer(processes, describe_cache_folder());
    return catalog::find(plugin_folders(folders, std::getenv("DYNO_PLUGIN_PATH"), program_path()),
                         [&](const fs::path& path) { return describer.describe(path); });
}

workload_offers offers_of(const catalog& from) {
    workload_offers offers;
    offers.ids = from.workload_ids();
    offers.of = [&from](const std::string& id) {
        std::vector<workload_offer> all;
        for (const catalog::offer& one : from.find_workload(id)) {
            all.push_back({one.plugin->tag->name, one.plugin->path, one.workload});
        }
        return all;
    };
    return offers;
}

preparation prepare(children& processes, const run_options& options, node tree,
                    const record::device_list& devices) {
    preparation ready;
    problems found;
    ready.scenario = read_scenario(tree, options.scenario, found);
    ready.catalog = find_catalog(processes, options.plugin_folders);
    if (!found.any()) {
        ready.device = choose_device(ready.scenario, devices);
    }
    std::optional<device_kind> kind;
    if (ready.device.device) {
        kind = ready.device.device->kind;
    } else if (ready.scenario.device == wanted_device::cuda) {
        kind = device_kind::cuda;
    }
    ready.cases = list_cases(ready.scenario, kind, offers_of(ready.catalog), found);
    ready.levers = list_levers(ready.scenario, ready.cases, offers_of(ready.catalog), found);
    if (!found.any()) {
        check_rules(processes, ready.cases, found);
    }
    if (found.any()) {
        throw scenario_problems(found);
    }
    return ready;
}

fs::path program_path() {
    std::error_code failure;
    const fs::path path = fs::read_symlink("/proc/self/exe", failure);
    return failure ? fs::path() : path;
}

} // namespace dyno
