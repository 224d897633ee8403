// SPDX-License-Identifier: Apache-2.0
#include "merged_run.hpp"

#include "case_table.hpp"
#include "environment_change.hpp"
#include "record/error.hpp"
#include "run_id.hpp"
#include "summary/lever_effects.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace dyno::results {
namespace {

using record::run_file;

template <class Element, class Same>
void add_new(std::vector<Element>& to, const std::vector<Element>& from, Same same) {
    for (const Element& one : from) {
        if (std::none_of(to.begin(), to.end(),
                         [&](const Element& known) { return same(known, one); })) {
            to.push_back(one);
        }
    }
}

void check_same_machine(const std::vector<loaded_run>& runs) {
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const std::vector<const run_file*> first{&runs[0].file}, other{&runs[i].file};
        const environment_change change =
            find_changes(first, other, case_table({&runs[0].file, &runs[i].file}));
        std::string what = change.other_model;
        for (const std::string& line : change.part_lines()) {
            what += (what.empty() ? "" : "; ") + line;
        }
        if (!what.empty() || change.is_other_card) {
            throw error(runs[i].path.string() + " and " + runs[0].path.string() +
                        " were not measured in the same state (" +
                        (what.empty() ? "another card" : what) +
                        "); compare them instead of merging them");
        }
    }
}

record::lever& find_or_add(std::vector<record::lever>& levers, const record::lever& like) {
    const auto found = std::find_if(levers.begin(), levers.end(), [&](const record::lever& l) {
        return l.name == like.name && l.workload == like.workload && l.from == like.from &&
               l.to == like.to;
    });
    return found != levers.end() ? *found
                                 : levers.emplace_back(record::lever{
                                       like.name, like.workload, like.from, like.to, {}});
}

std::string joined(const std::string& a, const std::string& b, const char* between) {
    return a == b || b.empty() ? a : a.empty() ? b : a + between + b;
}

} // namespace

run_file merge_runs(const std::vector<loaded_run>& runs) {
    check_same_machine(runs);
    std::vector<const run_file*> files;
    for (const loaded_run& run : runs) {
        files.push_back(&run.file);
    }
    const case_table table(files);
    run_file merged = runs.front().file;
    std::vector<std::string> ids;
    for (const loaded_run& run : runs) {
        ids.push_back(run.file.id);
    }
    merged.id = run_id_of(ids);
    merged.command = {"results", "merge"};
    merged.launches.clear();
    merged.cases.clear();
    merged.levers.clear();
    std::map<std::size_t, std::size_t> place; // of a case's id in the merged list
    std::map<std::size_t, int> rounds;        // so far, by place
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const run_file& run = runs[r].file;
        merged.started = std::min(merged.started, run.started);
        merged.finished = std::max(merged.finished, run.finished);
        if (run.state != record::run_state::complete) {
            merged.state = record::run_state::partial;
        }
        merged.scenario_name = joined(merged.scenario_name, run.scenario_name, " + ");
        merged.scenario_effective =
            joined(merged.scenario_effective, run.scenario_effective, "\n# and\n");
        merged.identity.insert(run.identity.begin(), run.identity.end());
        merged.circumstances.insert(run.circumstances.begin(), run.circumstances.end());
        add_new(merged.plugins, run.plugins, std::equal_to<>());
        add_new(merged.workloads, run.workloads,
                [](const auto& a, const auto& b) { return a.id == b.id; });
        add_new(merged.warnings, run.warnings, std::equal_to<>());
        for (std::size_t i = 0; i < run.cases.size(); ++i) {
            if (place.emplace(table.id_of(r, i), merged.cases.size()).second) {
                merged.cases.push_back(run.cases[i]);
            }
        }
        for (const record::lever& l : run.levers) {
            std::vector<record::lever_pair> pairs;
            for (const record::lever_pair& p : l.pairs) {
                pairs.push_back({place.at(table.id_of(r, p.from_case)),
                                 place.at(table.id_of(r, p.to_case)),
                                 {}});
            }
            add_new(find_or_add(merged.levers, l).pairs, pairs, std::equal_to<>());
        }
        std::map<std::size_t, int> last = rounds;
        for (record::launch l : run.launches) {
            l.case_index = place.at(table.id_of(r, l.case_index));
            l.round += rounds[l.case_index];
            last[l.case_index] = std::max(last[l.case_index], l.round);
            merged.launches.push_back(std::move(l));
        }
        rounds = std::move(last);
    }
    merged.levers = summary::measure_levers(merged); // of all launches, not of one file's
    return merged;
}

} // namespace dyno::results
