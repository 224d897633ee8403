// SPDX-License-Identifier: Apache-2.0
#include "scenario/case_list.hpp"

#include "display/spelling.hpp"
#include "record/error.hpp"
#include "scenario/parameter_value.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace dyno {
namespace {

constexpr std::size_t most_cases = 10'000;

using assignment = std::vector<std::pair<std::string, const node*>>;

/// Every combination of the case's sweep and zip, each as the values that it fixes.
std::vector<assignment> combinations(const scenario_case& c) {
    std::vector<assignment> all{{}};
    const auto multiply = [&](std::size_t count, const auto& extend) {
        std::vector<assignment> next;
        for (const assignment& one : all) {
            for (std::size_t i = 0; i < count && next.size() <= most_cases; ++i) {
                next.push_back(one);
                extend(next.back(), i);
            }
        }
        all = std::move(next);
    };
    if (!c.zip.empty()) {
        multiply(c.zip.size(), [&](assignment& one, std::size_t i) {
            for (const auto& [name, held] : c.zip[i].entries) {
                one.emplace_back(name, &held);
            }
        });
    }
    for (const auto& [name, values] : c.sweep) {
        multiply(values.size(),
                 [&](assignment& one, std::size_t i) { one.emplace_back(name, &values[i]); });
    }
    return all;
}

const record::parameter_declaration* find_parameter(const record::workload_declaration& workload,
                                                    const std::string& name) {
    for (const record::parameter_declaration& p : workload.parameters) {
        if (p.name == name) {
            return &p;
        }
    }
    return nullptr;
}

std::vector<std::string> parameter_names(const record::workload_declaration& workload) {
    std::vector<std::string> names;
    for (const record::parameter_declaration& p : workload.parameters) {
        names.push_back(p.name);
    }
    return names;
}

/// A name that two of params, sweep and zip give has no clear value.
void check_given_once(const scenario_case& c, problems& found) {
    std::set<std::string> given;
    const auto give = [&](const std::string& name, const place& at) {
        if (!given.insert(name).second) {
            found.add(at, "'" + name + "' is given twice, in params, sweep or zip");
        }
    };
    for (const auto& [name, held] : c.fixed) {
        give(name, held.at);
    }
    for (const auto& [name, values] : c.sweep) {
        give(name, values.front().at);
    }
    std::set<std::string> zipped;
    for (const node_table& set : c.zip) {
        for (const auto& [name, held] : set.entries) {
            if (zipped.insert(name).second) {
                give(name, held.at);
            }
        }
    }
}

/// The parameters of one combination, checked against the declaration.
record::parameters parameters_of(const scenario_case& c, const assignment& varied,
                                 const record::workload_declaration& workload,
                                 const record::parameters& defaults, problems& found) {
    record::parameters all;
    std::set<std::string> given;
    const auto take = [&](const std::string& name, const node& written) {
        given.insert(name);
        const auto* declared = find_parameter(workload, name);
        if (!declared) {
            found.add(written.at, "workload '" + workload.id + "' has no parameter '" + name + "'" +
                                      suggestion(name, parameter_names(workload)));
            return;
        }
        parameter_result result = accept(*declared, written);
        if (result.accepted) {
            all.insert_or_assign(name, std::move(*result.accepted));
        } else {
            found.add(written.at, result.trouble);
        }
    };
    for (const auto& [name, written] : c.fixed) {
        take(name, written);
    }
    for (const auto& [name, written] : varied) {
        take(name, *written);
    }
    for (const record::parameter_declaration& p : workload.parameters) {
        if (given.count(p.name) != 0) {
            continue;
        }
        if (const auto fallback = defaults.find(p.name); fallback != defaults.end()) {
            all.insert(*fallback);
        } else {
            found.add(c.at, "workload '" + workload.id + "' needs the parameter '" + p.name + "'");
        }
    }
    return all;
}

/// Parameters as they stand in the file, for a workload that nobody offers.
record::parameters unchecked_parameters(const scenario_case& c, const assignment& varied) {
    record::parameters all;
    const auto take = [&](const std::string& name, const node& written) {
        if (auto plain = plain_value(written)) {
            all.insert_or_assign(name, std::move(*plain));
        }
    };
    for (const auto& [name, written] : c.fixed) {
        take(name, written);
    }
    for (const auto& [name, written] : varied) {
        take(name, *written);
    }
    return all;
}

bool serves(const workload_offer& offer, std::optional<record::device_kind> kind) {
    return !kind ||
           (*kind == record::device_kind::cuda ? offer.workload->on_cuda : offer.workload->on_cpu);
}

/// What differs from the defaults or between cases of the same workload.
void label(std::vector<planned_case>& cases,
           const std::map<std::string, record::parameters>& defaults) {
    std::map<std::string, std::map<std::string, std::set<std::string>>> seen;
    for (const planned_case& c : cases) {
        for (const auto& [name, v] : c.recorded.parameters) {
            seen[c.recorded.workload][name].insert(record::to_text(v));
        }
    }
    for (planned_case& c : cases) {
        const auto known = defaults.find(c.recorded.workload);
        std::string text = c.recorded.workload;
        for (const auto& [name, v] : c.recorded.parameters) {
            const bool is_default = known != defaults.end() && known->second.count(name) != 0 &&
                                    known->second.at(name) == v;
            if (!is_default || seen[c.recorded.workload][name].size() > 1) {
                text += " " + name + "=" + record::to_text(v);
            }
        }
        if (c.recorded.policy.cache == record::cache_state::cold) {
            text += " cache=cold";
        }
        for (const auto& [name, value] : c.recorded.environment) {
            text += " " + name + "=" + value;
        }
        c.recorded.label = text;
    }
}

/// Two cases that would be joined as one in every comparison are one too many.
void check_unique(const std::vector<planned_case>& cases, problems& found) {
    using identity = std::tuple<std::string, record::parameters, record::cache_state,
                                std::map<std::string, std::string>>;
    std::map<identity, const planned_case*> seen;
    for (const planned_case& c : cases) {
        const record::run_case& r = c.recorded;
        const auto [first, is_new] =
            seen.emplace(identity{r.workload, r.parameters, r.policy.cache, r.environment}, &c);
        if (!is_new) {
            found.add(c.at, "measures the same as the case at " + to_text(first->second->at) +
                                ": " + r.label);
        }
    }
}

/// Who measures the cases of a [[case]]: an offer for this kind of device; else any, against which
/// the parameters can be checked; else nobody.
struct chosen_offer {
    std::optional<workload_offer> offer;
    record::parameters defaults;
    std::string skip_reason;
};

chosen_offer choose(const scenario_case& c, std::optional<record::device_kind> kind,
                    const std::vector<workload_offer>& all) {
    if (all.empty()) {
        return {{}, {}, "no plugin offers the workload '" + c.workload + "'"};
    }
    const auto fitting = std::find_if(all.begin(), all.end(),
                                      [&](const auto& offer) { return serves(offer, kind); });
    const workload_offer& offer = fitting != all.end() ? *fitting : all.front();
    std::string skip_reason;
    if (fitting == all.end()) {
        skip_reason = "'" + c.workload + "' is not offered on " +
                      (kind == record::device_kind::cuda ? "a CUDA device" : "the CPU");
    }
    return {offer, defaults_of(*offer.workload), skip_reason};
}

planned_case plan(const scenario_case& c, const assignment& varied, const chosen_offer& chosen,
                  problems& found) {
    planned_case planned;
    planned.at = c.at;
    planned.skip_reason = chosen.skip_reason;
    planned.recorded.id = c.id;
    planned.recorded.workload = c.workload;
    planned.recorded.policy = c.policy;
    planned.recorded.environment = c.environment;
    if (chosen.offer) {
        planned.recorded.plugin = chosen.offer->plugin;
        planned.plugin_path = chosen.offer->plugin_path;
        planned.recorded.parameters =
            parameters_of(c, varied, *chosen.offer->workload, chosen.defaults, found);
    } else {
        planned.recorded.parameters = unchecked_parameters(c, varied);
    }
    return planned;
}

} // namespace

record::parameters defaults_of(const record::workload_declaration& workload) {
    record::parameters all;
    for (const record::parameter_declaration& p : workload.parameters) {
        try {
            if (auto fallback = default_of(p)) {
                all.emplace(p.name, std::move(*fallback));
            }
        } catch (const error& failure) {
            throw failure.in("workload '" + workload.id + "'");
        }
    }
    return all;
}

std::vector<planned_case> list_cases(const scenario& from, std::optional<record::device_kind> kind,
                                     const workload_offers& offers, problems& found) {
    std::vector<planned_case> cases;
    std::map<std::string, record::parameters> defaults;
    for (const scenario_case& c : from.cases) {
        if (c.workload.empty()) {
            continue; // told already
        }
        const std::vector<workload_offer> all = offers.of(c.workload);
        if (const auto meant = nearest_word(c.workload, offers.ids); all.empty() && meant) {
            found.add(c.at, "no plugin offers the workload '" + c.workload + "'; did you mean '" +
                                *meant + "'?");
            continue;
        }
        check_given_once(c, found);
        const chosen_offer chosen = choose(c, kind, all);
        if (chosen.offer) {
            defaults.emplace(c.workload, chosen.defaults);
        }
        for (const assignment& varied : combinations(c)) {
            if (cases.size() >= most_cases) {
                found.add(c.at, "more than " + std::to_string(most_cases) + " cases");
                return cases;
            }
            cases.push_back(plan(c, varied, chosen, found));
        }
    }
    label(cases, defaults);
    check_unique(cases, found);
    return cases;
}

} // namespace dyno
