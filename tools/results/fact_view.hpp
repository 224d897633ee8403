// What a side's runs say about one fact, seen together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace dyno::results {

struct fact_view {
    std::set<std::string> values; ///< all that occur
    std::string unknown;          ///< why it is not known in some run, or empty

    [[nodiscard]] std::string text() const; ///< the values, joined by ", "
};

/// By name: the identity facts of the runs, and what the head holds elsewhere ("harness.version",
/// "device.name" and the like). A variable ("env.…") that a run does not name was not set there;
/// any other fact that a run does not name is unknown there. LD_PRELOAD is seen without the
/// libraries that are parts, whose versions are compared instead.
[[nodiscard]] std::map<std::string, fact_view>
view_facts(const std::vector<const record::run_file*>& runs, const std::set<std::string>& names);

/// The names of all facts of the runs.
[[nodiscard]] std::set<std::string> fact_names(const std::vector<const record::run_file*>& runs);

} // namespace dyno::results
