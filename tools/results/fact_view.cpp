// SPDX-License-Identifier: Apache-2.0
#include "fact_view.hpp"

#include "part.hpp"

namespace dyno::results {
namespace {

/// The identity facts of a run with those that the head holds in fields of its own.
record::facts all_facts(const record::run_file& run) {
    record::facts all = run.identity;
    all.insert({"harness.version", {run.harness_version, {}}});
    return all;
}

constexpr const char* not_set = "not set";

/// What is compared of a value: of LD_PRELOAD what the lists of libraries do not hold.
std::string seen(const std::string& name, std::string value) {
    if (name != "env.LD_PRELOAD") {
        return value;
    }
    std::string rest = preloaded_besides_parts(value);
    return rest.empty() ? not_set : rest;
}

} // namespace

std::string fact_view::text() const {
    std::string joined;
    for (const std::string& v : values) {
        joined += (joined.empty() ? "" : ", ") + v;
    }
    return joined;
}

std::set<std::string> fact_names(const std::vector<const record::run_file*>& runs) {
    std::set<std::string> names;
    for (const record::run_file* run : runs) {
        for (const auto& [name, f] : all_facts(*run)) {
            names.insert(name);
        }
    }
    return names;
}

std::map<std::string, fact_view> view_facts(const std::vector<const record::run_file*>& runs,
                                            const std::set<std::string>& names) {
    std::map<std::string, fact_view> all;
    for (const record::run_file* run : runs) {
        const record::facts facts = all_facts(*run);
        for (const std::string& name : names) {
            fact_view& view = all[name];
            const auto found = facts.find(name);
            if (found != facts.end() && found->second.known) {
                view.values.insert(seen(name, record::to_text(*found->second.known)));
            } else if (found != facts.end()) {
                view.unknown = found->second.reason;
            } else if (name.starts_with("env.")) {
                view.values.insert(not_set);
            } else {
                view.unknown = "not recorded";
            }
        }
    }
    return all;
}

} // namespace dyno::results
