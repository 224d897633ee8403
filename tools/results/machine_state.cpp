// SPDX-License-Identifier: Apache-2.0
#include "machine_state.hpp"

#include "fact_view.hpp"
#include "part.hpp"

#include <set>

namespace dyno::results {

machine_state state_of(const record::run_file& run) {
    machine_state state;
    for (const auto& [name, view] : view_facts({&run}, fact_names({&run}))) {
        // Totals of memory move with the driver; a card with other memory has another name.
        if (!view.values.empty() && !is_way_to_part(name) && name != "gpu.memory_bytes") {
            state[part_of_fact(name)][name] = view.text();
        }
    }
    std::map<std::string, std::set<std::string>> versions; // by stem
    const std::vector<record::library>* last = nullptr;
    for (const record::launch& l : run.launches) {
        if (last != nullptr && *last == l.libraries) {
            continue;
        }
        last = &l.libraries;
        for (const record::library& one : l.libraries) {
            if (!one.version.empty()) {
                versions[library_stem(one.name)].insert(one.version);
            }
        }
    }
    for (const auto& [stem, seen] : versions) {
        state[part_of_library(stem)][stem] = fact_view{seen, {}}.text();
    }
    for (const record::run_plugin& p : run.plugins) {
        state["plugins"][p.name] = p.version + " " + p.build + " " + p.build_id;
    }
    return state;
}

std::vector<std::string> changes_between(const machine_state& before, const machine_state& after) {
    std::vector<std::string> lines;
    for (const auto& [part, was] : before) {
        const auto is = after.find(part);
        if (is == after.end()) {
            continue;
        }
        std::string line;
        for (const auto& [what, text] : was) {
            const auto now = is->second.find(what);
            if (now != is->second.end() && now->second != text) {
                line +=
                    (line.empty() ? part + ": " : "; ") + what + " " + text + " → " + now->second;
            }
        }
        if (!line.empty()) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

} // namespace dyno::results
