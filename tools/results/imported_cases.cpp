// SPDX-License-Identifier: Apache-2.0
#include "imported_cases.hpp"

#include "record/error.hpp"
#include "run_id.hpp"

#include <set>

namespace dyno::results {

record::run_file imported_cases::start(const std::string& tool,
                                       const std::vector<foreign_file>& files) {
    record::run_file run;
    std::vector<std::string> texts;
    for (const foreign_file& file : files) {
        texts.push_back(file.text);
    }
    run.id = run_id_of(texts);
    run.state = record::run_state::complete;
    run.harness_version = "imported";
    run.command = {"results", "import", "--from", tool};
    run.scenario_name = "imported from " + tool;
    run.identity["imported.from"] = {tool, {}};
    run.warnings.push_back("imported from " + tool +
                           ": what stands for launches here may come from one process, and "
                           "scatters less than launches do");
    return run;
}

void imported_cases::add(const std::string& workload, const std::string& label,
                         const record::parameters& parameters, record::cache_state cache,
                         record::launch l) {
    const std::string key = workload + '\n' + record::to_text(parameters);
    const auto [at, is_new] = m_places.emplace(key, m_cases.size());
    if (is_new) {
        record::run_case c;
        c.label = label;
        c.workload = workload;
        c.parameters = parameters;
        c.policy = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, cache, 0}; // the tool's own policy is not known
        m_cases.push_back(std::move(c));
        m_rounds.push_back(0);
    }
    l.case_index = at->second;
    l.round = ++m_rounds[at->second];
    m_launches.push_back(std::move(l));
}

record::run_file imported_cases::finish(record::run_file run) {
    if (m_launches.empty()) {
        throw error("nothing to import: there is no measurement in the files");
    }
    std::set<std::string> workloads;
    for (const record::run_case& c : m_cases) {
        if (workloads.insert(c.workload).second) {
            run.workloads.push_back({c.workload, {}, {}});
        }
    }
    run.finished = run.started;
    for (record::launch& l : m_launches) {
        l.started = run.started;
    }
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        m_cases[i].policy.launches = m_rounds[i];
    }
    run.cases = std::move(m_cases);
    run.launches = std::move(m_launches);
    return run;
}

} // namespace dyno::results
