// SPDX-License-Identifier: Apache-2.0
#include "environment_rule.hpp"

#include "display/spelling.hpp"
#include "fact_view.hpp"
#include "part.hpp"
#include "usage_error.hpp"

#include <algorithm>
#include <map>

namespace dyno::results {
namespace {

std::string lower(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

bool names(const std::vector<std::string>& keys, const std::string& part, const std::string& what) {
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
        const std::string k = lower(key);
        return k == "all" || k == lower(part) || k == lower(what);
    });
}

/// All that a difference of these runs can be called, by its lower case.
std::map<std::string, std::string> known_keys(const std::vector<const record::run_file*>& runs) {
    std::map<std::string, std::string> known;
    const auto add = [&](const std::string& what, const std::string& part) {
        known.emplace(lower(what), what);
        known.emplace(lower(part), part);
    };
    add("all", "all");
    for (const std::string& fact : fact_names(runs)) {
        if (!is_way_to_part(fact)) {
            add(fact, part_of_fact(fact));
        }
    }
    for (const record::run_file* run : runs) {
        const std::vector<record::library>* last = nullptr; // launches mostly map the same ones
        for (const record::launch& l : run->launches) {
            if (last != nullptr && *last == l.libraries) {
                continue;
            }
            last = &l.libraries;
            for (const record::library& one : l.libraries) {
                const std::string stem = library_stem(one.name);
                add(stem, part_of_library(stem));
            }
        }
        for (const record::run_plugin& p : run->plugins) {
            for (const char* what : {" version", " build", " build-id"}) {
                add(p.name + what, "plugins");
            }
        }
    }
    return known;
}

/// A variable that no run names was set in none, which is the same everywhere.
bool is_variable(const std::string& key) {
    const std::string_view front = "env.";
    return key.starts_with(front) && key.size() > front.size() && !is_way_to_part(key);
}

} // namespace

void check_required_keys(const std::vector<std::string>& keys,
                         const std::vector<const record::run_file*>& runs) {
    if (keys.empty()) {
        return;
    }
    const std::map<std::string, std::string> known = known_keys(runs);
    std::vector<std::string> words;
    for (const auto& [word, name] : known) {
        words.push_back(word);
    }
    for (const std::string& key : keys) {
        if (known.count(lower(key)) != 0 || is_variable(key)) {
            continue;
        }
        if (is_way_to_part(key)) {
            throw usage_error("--require-same: '" + key +
                              "' is never compared: what is found by it is");
        }
        const auto nearest = nearest_word(lower(key), words);
        throw usage_error("--require-same: no run has the fact or part '" + key + "'" +
                          (nearest ? "; did you mean '" + known.at(*nearest) + "'?" : ""));
    }
}

std::vector<std::string> check_rules(const environment_change& change,
                                     const environment_rules& rules) {
    if (!change.other_model.empty() && !names(rules.allow_difference, "gpu", "device")) {
        throw refused_comparison("the sides measured different devices (" + change.other_model +
                                 "); --allow-diff gpu compares them all the same");
    }
    std::vector<std::string> forbidden;
    for (const changed_part& p : change.parts) {
        for (const difference& d : p.differences) {
            if (names(rules.require_same, p.part, d.what) &&
                !names(rules.allow_difference, p.part, d.what)) {
                forbidden.push_back(p.part + ": " + d.what + " " + d.base + " → " + d.fresh);
            }
        }
    }
    for (const std::string& line : change.unknown) {
        const std::string fact = lower(line.substr(0, line.find(':')));
        if (std::any_of(rules.require_same.begin(), rules.require_same.end(),
                        [&](const std::string& key) { return lower(key) == fact; })) {
            forbidden.push_back(line);
        }
    }
    return forbidden;
}

} // namespace dyno::results
