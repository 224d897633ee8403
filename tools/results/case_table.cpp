// SPDX-License-Identifier: Apache-2.0
#include "case_table.hpp"

#include "display/text.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace dyno::results {
namespace {

using record::parameters;
using record::run_case;
using record::run_file;

/// Defaults of a workload's parameters over all runs; none where runs disagree.
using known_defaults = std::map<std::string, std::optional<record::value>>;

std::map<std::string, known_defaults> gather_defaults(const std::vector<const run_file*>& runs) {
    std::map<std::string, known_defaults> all;
    for (const run_file* run : runs) {
        for (const record::run_workload& w : run->workloads) {
            for (const auto& [name, v] : w.defaults) {
                const auto [at, is_new] = all[w.id].emplace(name, v);
                if (!is_new && at->second != v) {
                    at->second.reset();
                }
            }
        }
    }
    return all;
}

void append(std::string& key, const std::string& text) {
    key += std::to_string(text.size());
    key += ':';
    key += text;
}

/// Text that is equal for equal cases only.
std::string key_of(const compared_case& c) {
    std::string key;
    append(key, c.workload);
    for (const auto& [name, v] : c.parameters) {
        append(key, name);
        append(key, record::to_text(v));
    }
    append(key, std::string(to_word(c.cache)));
    for (const auto& [name, text] : c.environment) {
        append(key, name);
        append(key, text);
    }
    return key;
}

compared_case identity_of(const run_case& c, const known_defaults& defaults) {
    compared_case identity{c.workload, c.parameters, c.policy.cache, c.environment, {}};
    for (const auto& [name, v] : defaults) {
        if (v) {
            identity.parameters.emplace(name, *v);
        }
    }
    return identity;
}

/// Everything that tells cases apart, for a label that alone does not.
std::string long_label(const compared_case& c) {
    std::string label = c.workload;
    for (const auto& [name, v] : c.parameters) {
        label += " " + name + "=" + record::to_text(v);
    }
    if (c.cache == record::cache_state::cold) {
        label += " cache=cold";
    }
    for (const auto& [name, text] : c.environment) {
        label += " " + name + "=" + text;
    }
    return label;
}

} // namespace

case_table::case_table(const std::vector<const run_file*>& runs) {
    std::map<std::string, known_defaults> defaults = gather_defaults(runs);
    std::unordered_map<std::string, std::size_t> known;
    for (const run_file* run : runs) {
        std::vector<std::size_t>& ids = m_ids.emplace_back();
        for (const run_case& c : run->cases) {
            compared_case identity = identity_of(c, defaults[c.workload]);
            const auto [at, is_new] = known.emplace(key_of(identity), m_cases.size());
            if (is_new) {
                identity.label = c.label;
                m_cases.push_back(std::move(identity));
            } else if (!c.label.empty() &&
                       (c.label < m_cases[at->second].label || m_cases[at->second].label.empty())) {
                m_cases[at->second].label = c.label; // whatever the order of the files
            }
            ids.push_back(at->second);
        }
    }
    name_cases();
}

void case_table::name_cases() {
    constexpr std::size_t longest_word = 48; // LD_PRELOAD=… may hold a list of paths
    std::map<std::string, std::size_t> uses;
    for (const compared_case& c : m_cases) {
        ++uses[display::shorten_words(c.label, longest_word)];
    }
    for (compared_case& c : m_cases) {
        const std::string label = display::shorten_words(c.label, longest_word);
        c.label = label.empty() || uses[label] > 1 ? long_label(c) : label;
    }
}

std::string only_difference(const compared_case& a, const compared_case& b) {
    if (a.workload != b.workload) {
        return {};
    }
    std::vector<std::string> differences;
    const auto note = [&](const std::string& name, const std::string& x, const std::string& y) {
        if (x != y) {
            differences.push_back(name + ": " + x + ", " + y);
        }
    };
    note("cache", std::string(to_word(a.cache)), std::string(to_word(b.cache)));
    std::set<std::string> names;
    for (const compared_case* c : {&a, &b}) {
        for (const auto& [name, v] : c->parameters) {
            names.insert(name);
        }
    }
    for (const std::string& name : names) {
        const auto x = a.parameters.find(name), y = b.parameters.find(name);
        if (x == a.parameters.end() || y == b.parameters.end()) {
            return {};
        }
        const auto is_number = [](const record::value& v) {
            return std::holds_alternative<std::int64_t>(v) || std::holds_alternative<double>(v);
        };
        if (x->second != y->second && (is_number(x->second) || is_number(y->second))) {
            return {};
        }
        note(name, record::to_text(x->second), record::to_text(y->second));
    }
    if (a.environment != b.environment) {
        differences.emplace_back("the environment that is set for it");
    }
    return differences.size() == 1 ? differences.front() : std::string();
}

} // namespace dyno::results
