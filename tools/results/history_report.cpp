// SPDX-License-Identifier: Apache-2.0
#include "history_report.hpp"

#include "evidence.hpp"
#include "history_series.hpp"
#include "machine_state.hpp"
#include "record/error.hpp"
#include "run_set.hpp"
#include "selection.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <thread>
#include <tuple>

namespace dyno::results {
namespace {

/// What is kept of a run: its head, its machine, and its values.
struct digest {
    machine_state state;
    side_evidence cases; ///< by the run's own list
};

class history_builder {
public:
    explicit history_builder(const history_request& request) : m_request(request) {}

    history_report build() {
        load();
        find_boundaries();
        const case_table cases(heads());
        make_series(cases);
        judge_all();
        std::stable_sort(m_report.series.begin(), m_report.series.end(),
                         [](const auto& a, const auto& b) {
                             return std::tie(a.word, a.label, a.metric, a.device) <
                                    std::tie(b.word, b.label, b.metric, b.device);
                         });
        return std::move(m_report);
    }

private:
    void load() {
        std::vector<digest> digests(m_request.files.size());
        m_runs = load_runs(m_request.files, record::samples::leave_out,
                           [&](std::size_t place, record::run_file& run) {
                               digests[place] = {state_of(run), gather_run(run)};
                               run.launches.clear();
                               run.launches.shrink_to_fit();
                           });
        std::vector<std::size_t> order(m_runs.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::tie(m_runs[a].file.started, m_runs[a].file.id) <
                   std::tie(m_runs[b].file.started, m_runs[b].file.id);
        });
        std::set<std::string> ids;
        for (const std::size_t i : order) {
            if (!ids.insert(m_runs[i].file.id).second) {
                m_report.warnings.push_back(m_runs[i].path.string() +
                                            " carries the id of another run and is left out");
                continue;
            }
            m_order.push_back(i);
        }
        for (digest& d : digests) {
            m_digests.push_back(std::move(d));
        }
        m_report.runs = m_order.size();
    }

    [[nodiscard]] std::vector<const record::run_file*> heads() const {
        std::vector<const record::run_file*> all;
        for (const std::size_t i : m_order) {
            all.push_back(&m_runs[i].file);
        }
        return all;
    }

    void find_boundaries() {
        std::map<std::string, std::size_t> last; // run of each device
        for (const std::size_t i : m_order) {
            const record::run_file& run = m_runs[i].file;
            std::string cause;
            if (const auto before = last.find(run.device.name); before != last.end()) {
                std::vector<std::string> changes =
                    changes_between(m_digests[before->second].state, m_digests[i].state);
                for (const std::string& line : changes) {
                    cause += (cause.empty() ? "" : "; ") + line;
                }
                if (!changes.empty()) {
                    m_report.boundaries.push_back(
                        {run.device.name, run.started, std::move(changes)});
                }
            }
            m_causes.push_back(std::move(cause));
            last[run.device.name] = i;
        }
    }

    void make_series(const case_table& cases) {
        const case_filter wanted(m_request.where);
        wanted.check_keys(cases);
        const metric_filter metrics(m_request.metrics);
        std::map<std::tuple<std::string, std::size_t, std::string>, std::size_t> places;
        std::map<std::size_t, std::string> pending; // causes that a series has not seen yet
        for (std::size_t r = 0; r < m_order.size(); ++r) {
            const record::run_file& run = m_runs[m_order[r]].file;
            for (auto& [place, cause] : pending) {
                if (m_report.series[place].device == run.device.name && !m_causes[r].empty()) {
                    cause += (cause.empty() ? "" : "; ") + m_causes[r];
                }
            }
            for (std::size_t i = 0; i < run.cases.size(); ++i) {
                const std::size_t id = cases.id_of(r, i);
                if (!wanted.fits(cases.at(id))) {
                    continue;
                }
                for (const auto& [name, m] : m_digests[m_order[r]].cases[i].metrics) {
                    if (!metrics.fits(name) || !is_a_series(m)) {
                        continue;
                    }
                    const auto [at, is_new] =
                        places.emplace(std::tuple(run.device.name, id, name), m_points.size());
                    if (is_new) {
                        history_series s;
                        s.device = run.device.name;
                        s.label = cases.at(id).label;
                        s.metric = name;
                        s.unit = m.unit;
                        s.better = m.better;
                        m_report.series.push_back(std::move(s));
                        m_points.emplace_back();
                        pending[at->second]; // its first run has no run before it
                    }
                    add_point(at->second, run.started, pending[at->second], m);
                    pending[at->second].clear();
                }
            }
        }
        if (m_report.series.empty()) {
            throw error("nothing to show: no case fits the conditions and has the metric");
        }
    }

    static bool is_a_series(const metric_evidence& m) {
        const std::vector<double> values = m.values();
        return m.better != record::direction::exact && m.clash.empty() &&
               *std::min_element(values.begin(), values.end()) > 0;
    }

    void add_point(std::size_t place, const std::string& started, const std::string& cause,
                   const metric_evidence& m) {
        history_point point{started, m_points[place].empty() ? "" : cause, {}};
        if (m.unit != m_report.series[place].unit) {
            m_report.warnings.push_back(m_report.series[place].label + " " +
                                        m_report.series[place].metric + ": a run has the unit " +
                                        m.unit + " and is left out");
            return;
        }
        for (const double value : m.values()) {
            point.logs.push_back(std::log(value));
        }
        m_points[place].push_back(std::move(point));
    }

    void judge_all() {
        std::atomic<std::size_t> next = 0;
        const auto judge_some = [&] {
            for (std::size_t i = next++; i < m_points.size(); i = next++) {
                judge_series(m_report.series[i], m_points[i], m_request.rules);
            }
        };
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
            others.emplace_back(judge_some);
        }
        judge_some();
    }

    const history_request& m_request;
    history_report m_report;
    std::vector<loaded_run> m_runs;
    std::vector<digest> m_digests;     ///< by place in m_runs
    std::vector<std::size_t> m_order;  ///< places in the order of time, each run once
    std::vector<std::string> m_causes; ///< by position in m_order
    std::vector<std::vector<history_point>> m_points; ///< by series
};

} // namespace

history_report make_history_report(const history_request& request) {
    return history_builder(request).build();
}

} // namespace dyno::results
