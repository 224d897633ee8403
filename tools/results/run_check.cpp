// SPDX-License-Identifier: Apache-2.0
#include "run_check.hpp"

#include "case_table.hpp"
#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace dyno::results {
namespace {

using record::launch;
using record::metric;
using record::status;

/// Text and back keep every bit; a median of an even count may be rounded once.
constexpr double same_value = 1e-12;

class run_checker {
public:
    explicit run_checker(const record::run_file& run) : m_run(run) {}

    std::vector<finding> check() {
        if (m_run.state != record::run_state::complete) {
            doubt("state", "the run is " + std::string(to_word(m_run.state)));
        } else if (m_run.finished.empty() && !m_run.started.empty()) {
            wrong("finished", "a complete run has no time at which it finished");
        }
        if (!m_run.finished.empty() && m_run.finished < m_run.started) {
            wrong("finished", "the run finished before it started");
        }
        cases();
        for (std::size_t i = 0; i < m_run.launches.size(); ++i) {
            check(m_run.launches[i], "launches[" + std::to_string(i) + "]");
        }
        for (std::size_t i = 0; i < m_run.levers.size(); ++i) {
            check(m_run.levers[i], "levers[" + std::to_string(i) + "]");
        }
        return std::move(m_findings);
    }

private:
    void wrong(std::string where, std::string what) {
        m_findings.push_back({std::move(where), std::move(what), true});
    }
    void doubt(std::string where, std::string what) {
        m_findings.push_back({std::move(where), std::move(what), false});
    }

    [[nodiscard]] const record::run_workload* workload(const std::string& id) const {
        const auto found = std::find_if(m_run.workloads.begin(), m_run.workloads.end(),
                                        [&](const auto& w) { return w.id == id; });
        return found == m_run.workloads.end() ? nullptr : &*found;
    }

    void cases() {
        const case_table table({&m_run});
        std::set<std::size_t> known;
        for (std::size_t i = 0; i < m_run.cases.size(); ++i) {
            const record::run_case& c = m_run.cases[i];
            const std::string where = "cases[" + std::to_string(i) + "]";
            if (!known.insert(table.id_of(0, i)).second) {
                doubt(where, "is the same as an earlier case");
            }
            if (!c.plugin.empty() && workload(c.workload) == nullptr) {
                wrong(where, "the run lists no workload '" + c.workload + "'");
            }
            const bool has_plugin = std::any_of(m_run.plugins.begin(), m_run.plugins.end(),
                                                [&](const auto& p) { return p.name == c.plugin; });
            if (!c.plugin.empty() && !has_plugin) {
                wrong(where, "the run lists no plugin '" + c.plugin + "'");
            }
        }
    }

    void check(const launch& l, const std::string& where) {
        if (!m_seen.emplace(l.case_index, l.round).second) {
            wrong(where, "the same launch stands in the file twice");
        }
        if (l.status != status::ok && l.reason.empty()) {
            wrong(where, "is " + std::string(to_word(l.status)) + " without a reason");
        }
        if (l.status == status::ok && l.metrics.empty()) {
            wrong(where, "is ok without a number");
        }
        for (const metric& m : l.metrics) {
            check(m, l, where + ".metrics." + m.name);
        }
        if (l.measurement) {
            check(*l.measurement, l, where + ".measurement");
        }
    }

    void check(const metric& m, const launch& l, const std::string& where) {
        if (!m.samples.empty()) {
            const double middle = statistics::median(m.samples);
            if (std::abs(middle - m.value) > same_value * std::abs(middle)) {
                wrong(where, "the value is not the median of the samples");
            }
        }
        if (m.name == "time" && !(m.value > 0)) {
            wrong(where, "a time must be positive");
        }
        if (m.name == "share_of_peak" && m.value > 1) {
            doubt(where, "implausible: more than the peak");
        }
        if (m.name == "share_of_peak_at_clock" && m.value > 1) {
            doubt(where, "implausible: more than the peak at the clock that was held");
        }
        const record::run_workload* w = workload(m_run.cases[l.case_index].workload);
        if (w == nullptr) {
            return;
        }
        for (const record::metric_declaration& declared : w->metrics) {
            if (declared.name == m.name &&
                (declared.unit != m.unit || declared.better != m.better)) {
                wrong(where, "unit or direction is not as the workload declared it");
            }
        }
    }

    void check(const record::measurement& how, const launch& l, const std::string& where) {
        const metric* time = l.find("time");
        if (time != nullptr && time->samples.size() != how.sample_starts_s.size()) {
            wrong(where + ".sample_starts_s", "there is not one start for each sample of time");
        }
        if (!std::is_sorted(how.sample_starts_s.begin(), how.sample_starts_s.end())) {
            wrong(where + ".sample_starts_s", "the starts run backwards");
        }
        if (how.batch < 1) {
            wrong(where + ".batch", "a sample has at least one iteration");
        }
    }

    void check(const record::lever& l, const std::string& where) {
        for (std::size_t i = 0; i < l.pairs.size(); ++i) {
            const record::lever_pair& p = l.pairs[i];
            for (const record::lever_effect& e : p.effects) {
                const std::size_t from = launches_with(p.from_case, e.metric);
                const std::size_t to = launches_with(p.to_case, e.metric);
                if (e.from_launches != from || e.to_launches != to) {
                    wrong(where + ".pairs[" + std::to_string(i) + "].effects." + e.metric,
                          "is of " + std::to_string(e.from_launches) + " and " +
                              std::to_string(e.to_launches) + " launches, where the run has " +
                              std::to_string(from) + " and " + std::to_string(to));
                }
            }
        }
    }

    /// Launches that were ok and have a ratio of this metric to give.
    [[nodiscard]] std::size_t launches_with(std::size_t case_index,
                                            const std::string& metric_name) const {
        const auto counts = [&](const launch& l) {
            const metric* m = l.case_index == case_index && l.status == status::ok
                                  ? l.find(metric_name)
                                  : nullptr;
            return m != nullptr && m->better != record::direction::exact && m->value > 0;
        };
        return static_cast<std::size_t>(
            std::count_if(m_run.launches.begin(), m_run.launches.end(), counts));
    }

    const record::run_file& m_run;
    std::vector<finding> m_findings;
    std::set<std::pair<std::size_t, int>> m_seen; ///< case and round
};

} // namespace

std::vector<finding> check_run(const record::run_file& run) {
    return run_checker(run).check();
}

} // namespace dyno::results
