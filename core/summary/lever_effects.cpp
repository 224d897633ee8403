// SPDX-License-Identifier: Apache-2.0
#include "summary/lever_effects.hpp"

#include "display/quantity.hpp"
#include "display/table.hpp"
#include "statistics/hodges_lehmann.hpp"
#include "summary/case_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace dyno::summary {
namespace {

/// Logarithms of each metric's values in the launches of a case that were ok.
std::map<std::string, std::vector<double>> logarithms(const record::run_file& run,
                                                      std::size_t case_index) {
    std::map<std::string, std::vector<double>> all;
    for (const record::launch& l : run.launches) {
        if (l.case_index != case_index || l.status != record::status::ok) {
            continue;
        }
        for (const record::metric& m : l.metrics) {
            if (m.better != record::direction::exact && m.value > 0) {
                all[m.name].push_back(std::log(m.value));
            }
        }
    }
    return all;
}

std::optional<double> finite(double number) {
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::vector<record::lever_effect> effects_of(const record::run_file& run,
                                             const record::lever_pair& pair) {
    const auto from = logarithms(run, pair.from_case), to = logarithms(run, pair.to_case);
    std::vector<record::lever_effect> effects;
    for (const auto& [name, after] : to) {
        const auto before = from.find(name);
        if (before == from.end()) {
            continue;
        }
        const statistics::shift shift = statistics::hodges_lehmann(after, before->second);
        effects.push_back({name, std::exp(shift.median), finite(std::exp(shift.bounds.low)),
                           finite(std::exp(shift.bounds.high)), before->second.size(),
                           after.size()});
        if (!std::isfinite(shift.bounds.low)) {
            effects.back().low.reset(); // exp(-inf) is 0, which would be a bound
        }
    }
    return effects;
}

const record::lever_effect* find(const record::lever_pair& pair, const std::string& metric) {
    const auto found = std::find_if(pair.effects.begin(), pair.effects.end(),
                                    [&](const auto& e) { return e.metric == metric; });
    return found == pair.effects.end() ? nullptr : &*found;
}

std::string factor(double ratio) {
    return ratio < 0.1 ? fmt::format("{:.2g}", ratio) : fmt::format("{:.2f}", ratio);
}

/// "2.41× [2.39, 2.44]": how many times as fast. By the rate of a workload that has one, since a
/// lever may change the work of an iteration, a larger batch say; else by the time.
std::string speed_of(const record::lever_effect* rate, const record::lever_effect* time) {
    const record::lever_effect* from = rate != nullptr ? rate : time;
    if (from == nullptr) {
        return "";
    }
    const auto faster = [&](double ratio) { return factor(rate != nullptr ? ratio : 1 / ratio); };
    std::string text = faster(from->ratio) + "×";
    if (from->low && from->high) {
        const double least = rate != nullptr ? *from->low : *from->high;
        const double most = rate != nullptr ? *from->high : *from->low;
        text += " [" + faster(least) + ", " + faster(most) + "]";
    }
    return text;
}

std::string change_of(const record::lever_effect* effect) {
    if (effect == nullptr) {
        return "";
    }
    std::string text = display::signed_percent(effect->ratio - 1);
    if (effect->low && effect->high && *effect->low != *effect->high) {
        text += fmt::format(" [{}, {}]", display::signed_percent(*effect->low - 1),
                            display::signed_percent(*effect->high - 1));
    }
    return text;
}

/// "precision=fp32 → fp16_amp".
std::string change_text(const record::lever& l) {
    std::string text;
    for (const auto& [name, v] : l.to) {
        const auto before = l.from.find(name);
        text += (text.empty() ? "" : ", ") + name + "=" +
                (before == l.from.end() ? "" : record::to_text(before->second)) + " → " +
                record::to_text(v);
    }
    return text;
}

/// The first metric that the workload declares whose unit ends so: "B" is its memory, "/s" its
/// rate.
std::string metric_in(const record::run_file& run, const std::string& workload,
                      std::string_view unit_end) {
    for (const record::run_workload& w : run.workloads) {
        for (const record::metric_declaration& m : w.metrics) {
            if (w.id == workload && m.unit.ends_with(unit_end)) {
                return m.name;
            }
        }
    }
    return {};
}

} // namespace

std::vector<record::lever> measure_levers(const record::run_file& run) {
    std::vector<record::lever> levers = run.levers;
    for (record::lever& l : levers) {
        for (record::lever_pair& pair : l.pairs) {
            pair.effects = effects_of(run, pair);
        }
    }
    return levers;
}

std::string lever_table(const record::run_file& run, const display::palette& colours,
                        std::size_t width) {
    display::table table({{"lever", display::alignment::left, true},
                          {"change", display::alignment::left, true},
                          {"of", display::alignment::left, true},
                          {"as fast", display::alignment::right},
                          {"memory", display::alignment::right}});
    const case_labels labels = label_cases(run);
    for (const record::lever& l : run.levers) {
        const std::string memory = metric_in(run, l.workload, "B");
        const std::string rate = metric_in(run, l.workload, "/s");
        for (const record::lever_pair& pair : l.pairs) {
            const std::string of = label_without(labels.of_cases[pair.from_case], l.from);
            if (pair.effects.empty()) {
                table.add_row({l.name, change_text(l), of, "not measured"});
                continue;
            }
            table.add_row({l.name, change_text(l), of,
                           speed_of(find(pair, rate), find(pair, "time")),
                           change_of(find(pair, memory))});
        }
    }
    return table.is_empty() ? "" : table.text(colours, width);
}

} // namespace dyno::summary
