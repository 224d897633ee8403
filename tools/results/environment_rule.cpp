// SPDX-License-Identifier: Apache-2.0
#include "environment_rule.hpp"

#include <algorithm>

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

} // namespace

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
