// SPDX-License-Identifier: Apache-2.0
#include "evidence.hpp"

#include "unit.hpp"

namespace dyno::results {
namespace {

using record::launch;
using record::status;

/// Notes with this front say what mode was in force; two modes do not compare.
constexpr std::string_view mode_front = "mode.";

/// What telemetry knows that is worth a row, as metrics.
std::vector<record::metric> watched_metrics(const launch& l) {
    std::vector<record::metric> all;
    if (!l.telemetry) {
        return all;
    }
    if (l.telemetry->energy_per_iteration_j.has_value()) {
        all.push_back({"energy_per_iteration",
                       "J",
                       record::direction::lower,
                       l.telemetry->energy_per_iteration_j.value(),
                       {}});
    }
    if (l.telemetry->memory_used_max_bytes.has_value()) {
        all.push_back({"memory_in_use_max",
                       "B",
                       record::direction::lower,
                       l.telemetry->memory_used_max_bytes.value(),
                       {}});
    }
    return all;
}

std::optional<double> clock_of(const launch& l) {
    if (l.telemetry && l.telemetry->sm_clock_median_mhz.has_value() &&
        l.telemetry->sm_clock_median_mhz.value() > 0) {
        return l.telemetry->sm_clock_median_mhz.value();
    }
    return std::nullopt;
}

/// One run's launches of all cases, added to a side.
class run_gatherer {
public:
    run_gatherer(side_evidence& to, std::size_t run_number)
        : m_to(to), m_run_number(run_number), m_last_run(to.size()) {}

    void add(const launch& l, std::size_t id) {
        case_evidence& c = m_to[id];
        ++c.outcomes[l.status];
        for (const std::string& warning : l.warnings) {
            ++c.warnings[warning];
        }
        for (const auto& [name, text] : l.notes) {
            if (name.starts_with(mode_front)) {
                c.modes.emplace(name, text);
            }
        }
        if (l.status != status::ok) {
            ++c.reasons[std::string(to_word(l.status)) +
                        (l.reason.empty() ? std::string() : ": " + l.reason)];
            return; // the time of a wrong answer is no time
        }
        const std::optional<double> clock = clock_of(l);
        for (const record::metric& m : l.metrics) {
            add(m, clock, id);
        }
        for (const record::metric& m : watched_metrics(l)) {
            metric_evidence& to = add(m, clock, id);
            if (m.unit == "B") {
                to.queries.insert(l.telemetry->memory_query);
            }
        }
    }

private:
    metric_evidence& add(const record::metric& m, std::optional<double> clock, std::size_t id) {
        metric_evidence& to = m_to[id].metrics[m.name];
        double value = m.value;
        if (to.runs.empty()) {
            to.unit = m.unit;
            to.better = m.better;
        } else if (m.better != to.better) {
            to.clash = "directions differ within a side";
        } else if (m.unit != to.unit) {
            value = converted(m, to);
        }
        std::size_t& last_run = m_last_run[id][m.name];
        if (last_run != m_run_number + 1) {
            last_run = m_run_number + 1;
            to.runs.emplace_back();
        }
        to.runs.back().push_back({value, clock});
        return to;
    }

    static double converted(const record::metric& m, metric_evidence& to) {
        const auto from = unit_in_base_of(m.unit), wanted = unit_in_base_of(to.unit);
        if (!from || !wanted || from->base != wanted->base) {
            to.clash = "units differ within a side: " + to.unit + ", " + m.unit;
            return m.value;
        }
        return to_base(m.value, *from) * wanted->per / wanted->times;
    }

    side_evidence& m_to;
    std::size_t m_run_number;
    std::vector<std::map<std::string, std::size_t>> m_last_run; ///< by case and metric
};

} // namespace

std::size_t metric_evidence::launches() const {
    std::size_t count = 0;
    for (const std::vector<launch_value>& run : runs) {
        count += run.size();
    }
    return count;
}

std::vector<double> metric_evidence::values() const {
    std::vector<double> all;
    for (const std::vector<launch_value>& run : runs) {
        for (const launch_value& l : run) {
            all.push_back(l.value);
        }
    }
    return all;
}

std::size_t case_evidence::count(status s) const {
    const auto found = outcomes.find(s);
    return found == outcomes.end() ? 0 : found->second;
}

std::size_t case_evidence::skipped() const {
    return count(status::skipped);
}

std::size_t case_evidence::broken() const {
    std::size_t all = 0;
    for (const auto& [outcome, launches] : outcomes) {
        const bool harmless =
            outcome == status::ok || outcome == status::skipped || outcome == status::not_run;
        all += harmless ? 0 : launches;
    }
    return all;
}

side_evidence gather(const std::vector<const record::run_file*>& runs, const case_table& cases,
                     std::size_t first_run) {
    side_evidence side(cases.size());
    for (std::size_t run = 0; run < runs.size(); ++run) {
        std::set<std::size_t> listed;
        for (std::size_t i = 0; i < runs[run]->cases.size(); ++i) {
            const std::size_t id = cases.id_of(first_run + run, i);
            ++side[id].listed;
            side[id].runs += listed.insert(id).second ? 1 : 0;
        }
        run_gatherer gatherer(side, run);
        for (const launch& l : runs[run]->launches) {
            gatherer.add(l, cases.id_of(first_run + run, l.case_index));
        }
    }
    return side;
}

side_evidence gather_run(const record::run_file& run) {
    side_evidence side(run.cases.size());
    for (case_evidence& c : side) {
        c.runs = c.listed = 1;
    }
    run_gatherer gatherer(side, 0);
    for (const launch& l : run.launches) {
        gatherer.add(l, l.case_index);
    }
    return side;
}

} // namespace dyno::results
