// SPDX-License-Identifier: Apache-2.0
#include "scenario/lever_list.hpp"

#include "display/spelling.hpp"
#include "scenario/parameter_value.hpp"

#include <algorithm>
#include <string>

namespace dyno {
namespace {

using written_parameters = std::vector<std::pair<std::string, node>>;

/// A value as the first offer takes it that declares the parameter and allows it: plugins of one
/// workload may have different parameters.
parameter_result accept_any(const std::vector<workload_offer>& all, const std::string& workload,
                            const std::string& name, const node& v) {
    parameter_result result;
    std::vector<std::string> names;
    for (const workload_offer& offer : all) {
        for (const auto& declared : offer.workload->parameters) {
            names.push_back(declared.name);
            if (declared.name != name) {
                continue;
            }
            parameter_result one = accept(declared, v);
            if (one.accepted) {
                return one;
            }
            result = std::move(one);
        }
    }
    if (result.trouble.empty()) {
        result.trouble =
            "workload '" + workload + "' has no parameter '" + name + "'" + suggestion(name, names);
    }
    return result;
}

/// Values as the workload takes them; as they stand for a workload that nobody offers.
record::parameters accept_all(const written_parameters& written, const std::string& workload,
                              const workload_offers& offers, problems& found) {
    const std::vector<workload_offer> all = offers.of(workload);
    record::parameters accepted;
    for (const auto& [name, v] : written) {
        if (all.empty()) {
            if (auto plain = plain_value(v)) {
                accepted.emplace(name, std::move(*plain));
            }
            continue;
        }
        parameter_result result = accept_any(all, workload, name, v);
        if (result.accepted) {
            accepted.emplace(name, std::move(*result.accepted));
        } else {
            found.add(v.at, result.trouble);
        }
    }
    return accepted;
}

bool same_names(const record::parameters& a, const record::parameters& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.first == y.first; });
}

bool holds(const record::run_case& c, const record::parameters& wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](const auto& entry) {
        const auto is = c.parameters.find(entry.first);
        return is != c.parameters.end() && is->second == entry.second;
    });
}

/// Whether `b` is what `a` becomes by the lever, and nothing else differs.
bool differ_in_lever_alone(const record::run_case& a, const record::run_case& b,
                           const record::lever& l) {
    if (a.workload != l.workload || b.workload != l.workload || !holds(a, l.from) ||
        !holds(b, l.to)) {
        return false;
    }
    record::parameters changed = a.parameters;
    for (const auto& [name, v] : l.to) {
        changed.insert_or_assign(name, v);
    }
    return changed == b.parameters && a.policy.cache == b.policy.cache &&
           a.environment == b.environment;
}

void pair_cases(record::lever& l, const std::vector<planned_case>& cases) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
        for (std::size_t j = 0; j < cases.size(); ++j) {
            if (i != j && differ_in_lever_alone(cases[i].recorded, cases[j].recorded, l)) {
                l.pairs.push_back({i, j, {}});
            }
        }
    }
}

} // namespace

std::vector<record::lever> list_levers(const scenario& from, const std::vector<planned_case>& cases,
                                       const workload_offers& offers, problems& found) {
    std::vector<record::lever> levers;
    for (const scenario_lever& written : from.levers) {
        const std::size_t problems_before = found.messages().size();
        record::lever l;
        l.name = written.name;
        l.workload = written.workload;
        l.from = accept_all(written.from, l.workload, offers, found);
        l.to = accept_all(written.to, l.workload, offers, found);
        if (found.messages().size() > problems_before) {
            continue;
        }
        if (!same_names(l.from, l.to) || l.from == l.to) {
            found.add(written.at, "lever '" + l.name +
                                      "': 'from' and 'to' give different values of the same "
                                      "parameters");
            continue;
        }
        pair_cases(l, cases);
        // Without the plugin nobody knows the defaults, on which a pair may stand.
        if (l.pairs.empty() && !offers.of(l.workload).empty()) {
            found.add(written.at, "lever '" + l.name + "' pairs no cases: no two of '" +
                                      l.workload + "' differ in it alone");
        }
        levers.push_back(std::move(l));
    }
    return levers;
}

} // namespace dyno
