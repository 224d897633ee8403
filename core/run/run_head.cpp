// SPDX-License-Identifier: Apache-2.0
#include "run/run_head.hpp"

#include "environment/host_facts.hpp"
#include "run/launcher.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

namespace dyno {
namespace {

std::string random_id() {
    std::random_device source;
    static constexpr char digits[] = "0123456789abcdef";
    std::string id;
    for (int i = 0; i < 32; ++i) {
        id += digits[source() % 16];
    }
    return id;
}

std::vector<std::string> own_command() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\0', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

/// The plugins that the cases use, each once.
std::vector<record::run_plugin> used_plugins(const preparation& ready) {
    std::vector<record::run_plugin> used;
    std::set<std::filesystem::path> paths;
    for (const planned_case& c : ready.cases) {
        paths.insert(c.plugin_path);
    }
    for (const found_plugin& plugin : ready.catalog.plugins()) {
        if (plugin.declaration && paths.count(plugin.path) != 0) {
            used.push_back({plugin.declaration->name, plugin.declaration->version,
                            plugin.declaration->build, plugin.path.string(), plugin.tag->build_id});
        }
    }
    return used;
}

/// The workloads of the cases as the plugins declare them that offered them to this run: another
/// plugin's, for another kind of device, may have other defaults.
std::vector<record::run_workload> used_workloads(const preparation& ready) {
    std::vector<record::run_workload> used;
    for (const planned_case& c : ready.cases) {
        const std::string& id = c.recorded.workload;
        if (std::any_of(used.begin(), used.end(), [&](const auto& w) { return w.id == id; })) {
            continue;
        }
        for (const catalog::offer& offer : ready.catalog.find_workload(id)) {
            if (offer.plugin->path == c.plugin_path) {
                used.push_back({id, defaults_of(*offer.workload), offer.workload->metrics});
            }
        }
    }
    return used;
}

std::string text_of(const record::fact& f) {
    return f.known ? record::to_text(*f.known) : "unknown";
}

void compare_facts(const record::facts& earlier, const record::facts& now,
                   std::vector<std::string>& differences) {
    std::set<std::string> names;
    for (const record::facts* all : {&earlier, &now}) {
        for (const auto& [name, f] : *all) {
            names.insert(name);
        }
    }
    for (const std::string& name : names) {
        const auto before = earlier.find(name), after = now.find(name);
        const std::string was = before == earlier.end() ? "absent" : text_of(before->second);
        const std::string is = after == now.end() ? "absent" : text_of(after->second);
        if (was != is) {
            differences.push_back(name + ": was " + was + ", is " + is);
        }
    }
}

void compare_plugins(const record::run_file& earlier, const record::run_file& now,
                     std::vector<std::string>& differences) {
    for (const record::run_plugin& was : earlier.plugins) {
        const auto is = std::find_if(now.plugins.begin(), now.plugins.end(),
                                     [&](const auto& p) { return p.name == was.name; });
        if (is == now.plugins.end()) {
            differences.push_back("plugin " + was.name + ": is not found any more");
        } else if (is->build_id != was.build_id) {
            differences.push_back("plugin " + was.name + ": was built anew (build-id " +
                                  was.build_id + ", now " + is->build_id + ")");
        }
    }
}

bool same_cases(const record::run_file& a, const record::run_file& b) {
    return std::equal(a.cases.begin(), a.cases.end(), b.cases.begin(), b.cases.end(),
                      [](const record::run_case& x, const record::run_case& y) {
                          return x.workload == y.workload && x.plugin == y.plugin &&
                                 x.parameters == y.parameters && x.policy == y.policy &&
                                 x.environment == y.environment;
                      });
}

} // namespace

record::run_file make_run_head(const preparation& ready, const record::fact_sheet& gpu,
                               const std::vector<std::string>& warnings) {
    record::run_file head;
    head.id = random_id();
    head.state = record::run_state::running;
    head.started = utc_now();
    head.harness_version = DYNO_VERSION;
    head.command = own_command();
    head.scenario_name = ready.scenario.name;
    head.scenario_path = ready.scenario.path.string();
    head.scenario_effective = ready.scenario.effective;
    if (ready.device.device) {
        head.device = *ready.device.device;
    } else {
        // The run records that there was none of the kind that was asked for.
        head.device.kind = record::device_kind::cuda;
        head.device.name = "none";
    }
    add_host_facts(head.identity, head.circumstances);
    head.identity.insert(gpu.identity.begin(), gpu.identity.end());
    head.circumstances.insert(gpu.circumstances.begin(), gpu.circumstances.end());
    head.plugins = used_plugins(ready);
    head.workloads = used_workloads(ready);
    for (const planned_case& c : ready.cases) {
        head.cases.push_back(c.recorded);
    }
    head.levers = ready.levers;
    head.warnings = warnings;
    return head;
}

std::vector<std::string> differences_between(const record::run_file& earlier,
                                             const record::run_file& now) {
    std::vector<std::string> differences;
    if (!same_cases(earlier, now)) {
        differences.emplace_back("the scenario's cases");
    }
    if (earlier.harness_version != now.harness_version) {
        differences.push_back("runner: was " + earlier.harness_version + ", is " +
                              now.harness_version);
    }
    if (earlier.device.name != now.device.name || earlier.device.uuid != now.device.uuid) {
        differences.push_back("device: was " + earlier.device.name + " " + earlier.device.uuid +
                              ", is " + now.device.name + " " + now.device.uuid);
    }
    compare_plugins(earlier, now, differences);
    compare_facts(earlier.identity, now.identity, differences);
    return differences;
}

} // namespace dyno
