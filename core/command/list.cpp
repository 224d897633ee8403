// SPDX-License-Identifier: Apache-2.0
#include "command/commands.hpp"
#include "display/spelling.hpp"
#include "display/text.hpp"
#include "record/error.hpp"
#include "scenario/scenario.hpp"
#include "scenario/scenario_tree.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

namespace dyno {
namespace {

namespace fs = std::filesystem;

/// The current folder's own, then those beside the program, in a build tree and an install tree.
std::vector<fs::path> scenario_folders() {
    const fs::path prefix = program_path().parent_path().parent_path();
    return {fs::path("scenarios"), prefix / "share" / "gpudyno" / "scenarios"};
}

} // namespace

std::vector<std::pair<std::string, fs::path>> known_scenarios() {
    std::vector<std::pair<std::string, fs::path>> known;
    std::set<std::string> names;
    for (const fs::path& folder : scenario_folders()) {
        std::error_code failure;
        for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
             at.increment(failure)) {
            const std::string name = at->path().stem().string();
            if (at->path().extension() == ".toml" && names.insert(name).second) {
                known.emplace_back(name, at->path());
            }
        }
    }
    std::sort(known.begin(), known.end());
    return known;
}

fs::path find_scenario(const std::string& named) {
    std::error_code ignored;
    if (fs::exists(named, ignored)) {
        return named;
    }
    std::vector<std::string> names;
    for (const auto& [name, path] : known_scenarios()) {
        if (name == named) {
            return path;
        }
        names.push_back(name);
    }
    const std::string stem = fs::path(named).stem().string();
    throw error(named + ": no such scenario" + suggestion(stem, names) +
                " (`runner list` shows what there is)");
}

exit_code list_command() {
    for (const auto& [name, path] : known_scenarios()) {
        std::string title;
        try {
            problems found;
            title = read_scenario(load_scenario_tree(path, {}), path, found).name;
            if (found.any()) {
                title = "(has errors: runner check " + path.string() + ")";
            }
        } catch (const error& failure) {
            title = std::string("(") + failure.what() + ")";
        }
        std::printf("%-20s %s\n%20s %s\n", display::printable(name).c_str(),
                    display::printable(title).c_str(), "",
                    display::printable(path.string()).c_str());
    }
    return exit_code::measured;
}

} // namespace dyno
