// A scenario written to a folder, read, and expanded to cases on the fake offers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_offers.hpp"
#include "scenario/case_list.hpp"
#include "scenario/lever_list.hpp"
#include "scenario/scenario.hpp"
#include "scenario/scenario_tree.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <string>
#include <vector>

class checked_scenario {
public:
    /// Paths in messages are those in the folder: "f.toml:3: …".
    explicit checked_scenario(
        const std::string& text, const std::vector<std::string>& settings = {},
        std::optional<dyno::record::device_kind> kind = dyno::record::device_kind::cuda) {
        m_folder.write("f.toml", text);
        check("f.toml", settings, kind);
    }
    /// Of several files; the first is the scenario.
    explicit checked_scenario(const std::vector<std::pair<std::string, std::string>>& files,
                              const std::vector<std::string>& settings = {}) {
        for (const auto& [name, text] : files) {
            m_folder.write(name, text);
        }
        check(files.front().first, settings, dyno::record::device_kind::cuda);
    }

    dyno::scenario scenario;
    std::vector<dyno::planned_case> cases;
    std::vector<dyno::record::lever> levers;
    /// Errors of sense; or the one error that ended the reading.
    std::vector<std::string> problems;

    [[nodiscard]] std::vector<std::string> labels() const {
        std::vector<std::string> all;
        for (const dyno::planned_case& c : cases) {
            all.push_back(c.recorded.label);
        }
        return all;
    }

private:
    void check(const std::string& name, const std::vector<std::string>& settings,
               std::optional<dyno::record::device_kind> kind) {
        try {
            const dyno::node tree = dyno::load_scenario_tree(m_folder.path() / name, settings);
            dyno::problems found;
            scenario = dyno::read_scenario(tree, m_folder.path() / name, found);
            cases = dyno::list_cases(scenario, kind, m_offers.view(), found);
            levers = dyno::list_levers(scenario, cases, m_offers.view(), found);
            problems = found.messages();
        } catch (const dyno::error& failure) {
            problems = {failure.what()};
        }
        const std::string front = m_folder.path().string() + "/";
        for (std::string& problem : problems) {
            for (auto at = problem.find(front); at != std::string::npos; at = problem.find(front)) {
                problem.erase(at, front.size());
            }
        }
    }

    scoped_folder m_folder;
    fake_offers m_offers;
};
