// SPDX-License-Identifier: Apache-2.0
#include "environment_change.hpp"

#include "fact_view.hpp"
#include "part.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace dyno::results {
namespace {

using record::run_file;
using run_list = std::vector<const run_file*>;
using parts = std::map<std::string, std::vector<difference>>;

/// Drivers differ in how much memory they keep for themselves, so totals of the same card move by
/// a little.
constexpr double same_memory = 0.05;

bool same_amount(const std::string& fact, const fact_view& a, const fact_view& b) {
    if (fact != "gpu.memory_bytes" || a.values.size() != 1 || b.values.size() != 1) {
        return false;
    }
    const double x = std::strtod(a.values.begin()->c_str(), nullptr);
    const double y = std::strtod(b.values.begin()->c_str(), nullptr);
    return x > 0 && y > 0 && std::abs(x - y) <= same_memory * x;
}

void compare_facts(const run_list& base, const run_list& fresh, parts& changed,
                   environment_change& to) {
    std::set<std::string> names = fact_names(base);
    names.merge(fact_names(fresh));
    const auto before = view_facts(base, names), after = view_facts(fresh, names);
    for (const std::string& name : names) {
        if (is_way_to_part(name)) {
            continue;
        }
        const fact_view &b = before.at(name), &f = after.at(name);
        for (const auto& [side, view] : {std::pair("BASE", &b), std::pair("NEW", &f)}) {
            if (view->values.size() > 1) {
                to.mixed.push_back(std::string(side) + " mixes " + name + ": " + view->text());
            }
        }
        if (b.values.empty() || f.values.empty()) {
            const std::string side = b.values.empty() && f.values.empty() ? "on both sides"
                                     : b.values.empty()                   ? "in BASE"
                                                                          : "in NEW";
            to.unknown.push_back(name + ": unknown " + side + " (" +
                                 (b.values.empty() ? b.unknown : f.unknown) + ")");
        } else if (b.values != f.values && !same_amount(name, b, f)) {
            changed[part_of_fact(name)].push_back({name, b.text(), f.text()});
        }
    }
}

/// What was mapped under a library's stem; a version that is unknown is told by the file's name.
struct library_view {
    std::set<std::string> versions, files, paths;
    bool has_unknown = false;

    void add(const record::library& l) {
        files.insert(l.name);
        paths.insert(l.path);
        has_unknown = has_unknown || l.version.empty();
        if (!l.version.empty()) {
            versions.insert(l.version);
        }
    }
    [[nodiscard]] std::string text() const {
        std::string joined;
        for (const std::string& v : versions.empty() ? files : versions) {
            joined += (joined.empty() ? "" : ", ") + v;
        }
        return joined;
    }
};
using libraries = std::map<std::string, library_view>; // by stem

/// Libraries of the launches that measured, by case. Launches of a case mostly map the same ones,
/// so equal lists are looked at once.
std::map<std::size_t, libraries> libraries_by_case(const run_list& runs, const case_table& cases,
                                                   std::size_t first_run) {
    std::map<std::size_t, libraries> all;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        std::map<std::size_t, const std::vector<record::library>*> last;
        for (const record::launch& l : runs[run]->launches) {
            if (l.status != record::status::ok) {
                continue;
            }
            const std::size_t id = cases.id_of(first_run + run, l.case_index);
            const auto*& seen = last[id];
            libraries& to = all[id];
            if (seen != nullptr && *seen == l.libraries) {
                continue;
            }
            seen = &l.libraries;
            for (const record::library& one : l.libraries) {
                to[library_stem(one.name)].add(one);
            }
        }
    }
    return all;
}

/// `by_file` takes what differs in the name of its file while a version is unknown.
void compare_library(const std::string& stem, const library_view& b, const library_view& f,
                     parts& changed, parts& by_file, environment_change& to) {
    const bool known = !b.has_unknown && !f.has_unknown;
    const bool differs = known ? b.versions != f.versions : b.files != f.files;
    if (differs) {
        parts& where = known ? changed : by_file;
        where[part_of_library(stem)].push_back({stem, b.text(), f.text()});
    } else if (!known && b.paths != f.paths) {
        to.unknown.push_back(stem +
                             ": its version is unknown, and it was loaded from other places");
    }
}

void compare_libraries(const run_list& base, const run_list& fresh, const case_table& cases,
                       parts& changed, environment_change& to) {
    const auto before = libraries_by_case(base, cases, 0);
    const auto after = libraries_by_case(fresh, cases, base.size());
    std::map<std::string, std::pair<library_view, library_view>> shared;
    std::map<std::string, std::pair<bool, bool>> lonely; // in BASE, in NEW only
    for (const auto& [id, b] : before) {
        const auto f = after.find(id);
        if (f == after.end() || b.empty() || f->second.empty()) {
            continue; // measured on one side only, or without a list of libraries
        }
        for (const auto& [stem, view] : b) {
            if (f->second.count(stem) != 0) {
                auto& [mine, other] = shared[stem];
                for (auto [to_view, from] :
                     {std::pair(&mine, &view), std::pair(&other, &f->second.at(stem))}) {
                    to_view->versions.insert(from->versions.begin(), from->versions.end());
                    to_view->files.insert(from->files.begin(), from->files.end());
                    to_view->paths.insert(from->paths.begin(), from->paths.end());
                    to_view->has_unknown = to_view->has_unknown || from->has_unknown;
                }
            } else {
                lonely[stem].first = true;
            }
        }
        for (const auto& [stem, view] : f->second) {
            lonely[stem].second = lonely[stem].second || b.count(stem) == 0;
        }
    }
    parts by_file;
    for (const auto& [stem, views] : shared) {
        compare_library(stem, views.first, views.second, changed, by_file, to);
    }
    changed.merge(by_file); // where a version of the part differs, names of its files say no more
    for (const auto& [stem, where] : lonely) {
        if (shared.count(stem) == 0 && (where.first || where.second)) {
            changed[part_of_library(stem)].push_back({stem, where.first ? "loaded" : "not loaded",
                                                      where.second ? "loaded" : "not loaded"});
        }
    }
}

/// By name: what identifies the binaries of a plugin on one side.
std::map<std::string, std::map<std::string, std::set<std::string>>>
view_plugins(const run_list& runs) {
    std::map<std::string, std::map<std::string, std::set<std::string>>> all;
    for (const run_file* run : runs) {
        for (const record::run_plugin& p : run->plugins) {
            all[p.name]["version"].insert(p.version);
            all[p.name]["build"].insert(p.build);
            all[p.name]["build-id"].insert(p.build_id);
        }
    }
    return all;
}

std::string joined(const std::set<std::string>& values) {
    return fact_view{values, {}}.text();
}

void compare_plugins(const run_list& base, const run_list& fresh, parts& changed) {
    const auto before = view_plugins(base), after = view_plugins(fresh);
    for (const auto& [name, b] : before) {
        const auto f = after.find(name);
        if (f == after.end()) {
            continue; // its cases are missing, which the rows say
        }
        for (const auto& [what, values] : b) {
            if (values != f->second.at(what)) {
                // One build makes them all, so they are one part.
                changed["plugins"].push_back(
                    {name + " " + what, joined(values), joined(f->second.at(what))});
            }
        }
    }
}

void compare_devices(const run_list& base, const run_list& fresh, environment_change& to) {
    const record::device& b = base.front()->device;
    const bool cpu = b.kind == record::device_kind::cpu;
    std::set<std::string> before, after, models;
    for (const auto& [runs, cards] : {std::pair(&base, &before), std::pair(&fresh, &after)}) {
        for (const run_file* run : *runs) {
            const record::device& d = run->device;
            models.insert(d.name);
            const double here = static_cast<double>(d.memory_bytes);
            const double there = static_cast<double>(b.memory_bytes);
            if (d.kind != b.kind) {
                to.other_model = b.name + ", " + d.name;
            } else if (!cpu && std::abs(here - there) > same_memory * there) {
                to.other_model = b.name + " with other memory";
            }
            cards->insert(d.uuid);
        }
    }
    if (models.size() > 1) {
        to.other_model = joined(models);
    }
    to.is_other_card = to.other_model.empty() && before != after;
}

} // namespace

environment_change find_changes(const run_list& base, const run_list& fresh,
                                const case_table& cases) {
    environment_change to;
    parts changed;
    compare_devices(base, fresh, to);
    compare_facts(base, fresh, changed, to);
    compare_libraries(base, fresh, cases, changed, to);
    compare_plugins(base, fresh, changed);
    for (auto& [part, differences] : changed) {
        to.parts.push_back({part, std::move(differences)});
    }
    return to;
}

std::vector<std::string> environment_change::part_lines() const {
    std::vector<std::string> lines;
    for (const changed_part& p : parts) {
        std::string line;
        for (const difference& d : p.differences) {
            line += (line.empty() ? p.part + ": " : "; ") + d.what + " " + d.base + " → " + d.fresh;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::string> environment_change::attribution() const {
    if (parts.empty()) {
        return {"no difference of the machines is known" +
                std::string(is_other_card ? ", but another card of this model was measured" : "")};
    }
    if (parts.size() == 1) {
        return {"only the part " + parts.front().part + " changed" +
                (unknown.empty() ? "" : ", as far as is known") +
                ": a difference may be attributed to it" +
                (is_other_card ? ", or to the card, which is another one of this model" : "")};
    }
    std::string names, singles;
    for (const changed_part& p : parts) {
        names += (names.empty() ? "" : ", ") + p.part;
        singles += (singles.empty() ? "" : ", ") + ("only " + p.part);
    }
    return {"not attributable to one part: " + std::to_string(parts.size()) + " parts changed (" +
                names + ")",
            "to settle it, measure BASE with one part changed at a time: " + singles};
}

} // namespace dyno::results
