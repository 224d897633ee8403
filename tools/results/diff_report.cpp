// SPDX-License-Identifier: Apache-2.0
#include "diff_report.hpp"

#include "environment_rule.hpp"
#include "evidence.hpp"
#include "judgement.hpp"
#include "statistics/multiple_testing.hpp"
#include "unmatched_case.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace dyno::results {
namespace {

using run_list = std::vector<const record::run_file*>;

run_line line_of(const loaded_run& run) {
    const record::run_file& f = run.file;
    return {run.path.string(), f.id,
            f.started,         f.scenario_name,
            f.device.name,     std::string(to_word(f.state)),
            f.cases.size(),    f.launches.size()};
}

run_list files_of(const std::vector<loaded_run>& runs) {
    run_list files;
    for (const loaded_run& run : runs) {
        files.push_back(&run.file);
    }
    return files;
}

/// Builds one report; the stages are the methods, in order.
class report_builder {
public:
    explicit report_builder(const diff_request& request) : m_request(request) {}

    diff_report build() {
        load();
        const run_list base = files_of(m_base), fresh = files_of(m_fresh);
        run_list both = base;
        both.insert(both.end(), fresh.begin(), fresh.end());
        const case_table cases(both);
        m_report.environment = find_changes(base, fresh, cases);
        check_required_keys(m_request.require_same, both);
        check_environment();
        judge(cases, gather(base, cases, 0), gather(fresh, cases, base.size()));
        pair_unmatched(m_rows, cases);
        check_common();
        adjust_p();
        m_report.shift = find_common_shift(m_rows);
        group(cases);
        return std::move(m_report);
    }

private:
    void load() {
        std::vector<std::filesystem::path> paths = m_request.base;
        paths.insert(paths.end(), m_request.fresh.begin(), m_request.fresh.end());
        std::vector<loaded_run> all = load_runs(paths, record::samples::leave_out);
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(m_request.base.size());
        m_fresh.assign(std::make_move_iterator(middle), std::make_move_iterator(all.end()));
        all.erase(middle, all.end());
        m_base = std::move(all);
        for (std::vector<loaded_run>* side : {&m_base, &m_fresh}) {
            // By start, so that the order on the command line changes nothing.
            std::stable_sort(side->begin(), side->end(), [](const auto& a, const auto& b) {
                return std::tie(a.file.started, a.file.id) < std::tie(b.file.started, b.file.id);
            });
            for (std::string& said : drop_repeated(*side)) {
                m_report.warnings.push_back(std::move(said));
            }
        }
        compare_runs();
        m_report.rules = m_request.rules;
        m_report.only = m_request.only;
        for (const loaded_run& run : m_base) {
            m_report.base.push_back(line_of(run));
        }
        for (const loaded_run& run : m_fresh) {
            m_report.fresh.push_back(line_of(run));
        }
    }

    void compare_runs() {
        std::size_t on_both_sides = 0;
        for (const loaded_run& b : m_base) {
            for (const loaded_run& f : m_fresh) {
                if (is_same_run(b.file, f.file)) {
                    ++on_both_sides;
                } else if (b.file.id == f.file.id) {
                    m_report.warnings.push_back(b.path.string() + " and " + f.path.string() +
                                                " carry the same run id and differ");
                }
            }
        }
        m_report.is_same_run = on_both_sides == m_base.size() && on_both_sides == m_fresh.size();
        if (m_report.is_same_run) {
            m_report.warnings.push_back(m_base.size() == 1 ? "both sides are one file"
                                                           : "both sides are the same files");
        } else if (on_both_sides > 0) {
            m_report.warnings.push_back("a run stands on both sides, which makes them look alike");
        }
        if (!m_report.is_same_run && (m_base.size() == 1 || m_fresh.size() == 1)) {
            m_report.warnings.push_back(
                m_base.size() == m_fresh.size()
                    ? "one run a side: a change between sessions cannot be told from one by the "
                      "upgrade"
                    : "one run on a side: a change between sessions is known from the other side "
                      "only");
        }
        for (const auto& [name, side] : {std::pair("BASE", &m_base), std::pair("NEW", &m_fresh)}) {
            for (const loaded_run& run : *side) {
                if (run.file.state != record::run_state::complete) {
                    m_report.warnings.push_back(std::string(name) + ": " + run.path.string() +
                                                " is no complete run (" +
                                                std::string(to_word(run.file.state)) + ")");
                }
                for (const std::string& warning : run.file.warnings) {
                    m_report.warnings.push_back(std::string(name) + ": " + warning);
                }
            }
        }
    }

    void check_environment() {
        const environment_change& e = m_report.environment;
        m_report.not_allowed = check_rules(e, {m_request.require_same, m_request.allow_difference});
        for (const std::string& line : e.mixed) {
            m_report.warnings.push_back(line);
        }
        if (!e.other_model.empty()) {
            m_report.warnings.push_back("different devices: " + e.other_model);
        }
    }

    void judge(const case_table& cases, const side_evidence& base, const side_evidence& fresh) {
        const case_filter wanted(m_request.where);
        wanted.check_keys(cases);
        const metric_filter metrics(m_request.metrics);
        std::set<std::string> known, left_out;
        for (const side_evidence* side : {&base, &fresh}) {
            for (const case_evidence& c : *side) {
                for (const auto& [name, m] : c.metrics) {
                    known.insert(name);
                }
            }
        }
        metrics.check_names(known);
        const judging by{m_request.rules,
                         [&](const std::string& metric) { return metrics.fits(metric); },
                         m_report.is_same_run};
        bool any_common = false;
        for (std::size_t id = 0; id < cases.size(); ++id) {
            m_report.cases.push_back(cases.at(id));
            if (wanted.fits(cases.at(id))) {
                any_common = any_common || (base[id].runs > 0 && fresh[id].runs > 0);
                for (row& r : judge_case(id, base[id], fresh[id], by)) {
                    known.erase(r.metric);
                    m_rows.push_back(std::move(r));
                }
            }
        }
        if (metrics.is_default()) {
            std::copy_if(known.begin(), known.end(), std::back_inserter(m_report.left_out),
                         [](const std::string& name) { return !is_usual_metric(name); });
        }
        m_has_common = any_common;
    }

    void check_common() const {
        if (m_rows.empty()) {
            throw error("nothing to compare: no case fits the conditions");
        }
        if (!m_has_common) {
            const auto told = std::find_if(m_rows.begin(), m_rows.end(),
                                           [](const row& r) { return r.stands_for_missing; });
            throw error("nothing to compare: the sides have no case in common" +
                        (told == m_rows.end() ? "" : " (" + told->reason + ")"));
        }
    }

    void adjust_p() {
        std::vector<double> p;
        for (const row& r : m_rows) {
            if (r.judged) {
                p.push_back(r.judged->p);
            }
        }
        const std::vector<double> q = statistics::benjamini_hochberg(p), holm = statistics::holm(p);
        std::size_t i = 0;
        for (row& r : m_rows) {
            if (r.judged) {
                r.q = q[i];
                r.holm = holm[i];
                ++i;
            }
            ++m_report.counts[r.word];
        }
    }

    void group(const case_table& cases) {
        if (!m_request.by.empty() && m_request.by != "metric") {
            check_case_key(cases, "--by", m_request.by);
        }
        std::map<std::string, row_group> groups;
        for (row& r : m_rows) {
            std::string name;
            if (!m_request.by.empty()) {
                name = m_request.by + "=" +
                       (m_request.by == "metric" ? r.metric
                                                 : text_of_key(cases.at(r.case_id), m_request.by));
            }
            groups[name].rows.push_back(std::move(r));
        }
        for (auto& [name, g] : groups) {
            g.name = name;
            sort(g.rows);
            g.means = means_of(g.rows);
            m_report.groups.push_back(std::move(g));
        }
    }

    void sort(std::vector<row>& rows) const {
        const auto key = [&](const row& r) {
            double first = 0, second = 0;
            switch (m_request.order) {
            case row_order::worst:
                first = static_cast<double>(r.word);
                second = -r.badness();
                break;
            case row_order::change:
                first = -r.badness();
                break;
            case row_order::p:
                first = r.judged ? r.judged->p : 2;
                break;
            case row_order::name:
                break;
            }
            return std::tuple(first, second);
        };
        std::stable_sort(rows.begin(), rows.end(), [&](const row& a, const row& b) {
            const auto ka = key(a), kb = key(b);
            return ka != kb ? ka < kb
                            : std::tie(m_report.cases[a.case_id].label, a.metric) <
                                  std::tie(m_report.cases[b.case_id].label, b.metric);
        });
    }

    [[nodiscard]] std::vector<mean_line> means_of(const std::vector<row>& rows) const {
        std::vector<mean_line> means;
        for (const record::direction better :
             {record::direction::lower, record::direction::higher}) {
            std::vector<double> ratios;
            for (const row& r : rows) {
                if (r.judged && r.better == better) {
                    ratios.push_back(r.judged->ratio);
                }
            }
            if (const auto mean = statistics::geometric_mean_of(ratios, m_request.rules.alpha)) {
                means.push_back({better, *mean});
            }
        }
        return means;
    }

    const diff_request& m_request;
    diff_report m_report;
    std::vector<loaded_run> m_base, m_fresh;
    std::vector<row> m_rows;
    bool m_has_common = false;
};

} // namespace

std::size_t diff_report::row_count() const {
    std::size_t count = 0;
    for (const row_group& g : groups) {
        count += g.rows.size();
    }
    return count;
}

bool diff_report::shows(const row& r) const {
    return only.empty() || std::find(only.begin(), only.end(), r.word) != only.end();
}

diff_report make_diff_report(const diff_request& request) {
    return report_builder(request).build();
}

} // namespace dyno::results
