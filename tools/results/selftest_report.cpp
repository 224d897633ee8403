// SPDX-License-Identifier: Apache-2.0
#include "selftest_report.hpp"

#include "evidence.hpp"
#include "statistics/random_source.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace dyno::results {
namespace {

using statistics::clusters;

/// The launches of each run, dealt to two sides; of an odd number the odd one goes to either.
std::pair<clusters, clusters> split(const clusters& runs, statistics::random_source& source) {
    std::pair<clusters, clusters> sides;
    bool odd_to_first = source.below(2) == 0;
    for (const std::vector<double>& run : runs) {
        std::vector<double> dealt = run;
        source.shuffle(std::span(dealt));
        std::size_t half = dealt.size() / 2;
        if (dealt.size() % 2 == 1) {
            half += odd_to_first ? 1 : 0;
            odd_to_first = !odd_to_first;
        }
        const auto middle = dealt.begin() + static_cast<std::ptrdiff_t>(half);
        sides.first.emplace_back(dealt.begin(), middle);
        sides.second.emplace_back(middle, dealt.end());
    }
    return sides;
}

clusters logs_of(const metric_evidence& m) {
    clusters logs;
    for (const std::vector<launch_value>& run : m.runs) {
        std::vector<double>& to = logs.emplace_back();
        for (const launch_value& l : run) {
            to.push_back(std::log(l.value));
        }
    }
    return logs;
}

bool is_testable(const metric_evidence& m) {
    const std::vector<double> values = m.values();
    return m.better != record::direction::exact && m.clash.empty() &&
           *std::min_element(values.begin(), values.end()) > 0;
}

} // namespace

double selftest_row::alarm_rate() const {
    return splits == 0 ? 0 : static_cast<double>(worse + better) / static_cast<double>(splits);
}

selftest_row selftest_report::total() const {
    selftest_row all;
    for (const selftest_row& r : rows) {
        all.splits += r.splits;
        all.worse += r.worse;
        all.better += r.better;
    }
    return all;
}

selftest_report run_selftest(const std::vector<loaded_run>& runs,
                             const std::function<bool(const std::string&)>& wants,
                             std::size_t splits, const statistics::rules& rules) {
    std::vector<const record::run_file*> files;
    for (const loaded_run& run : runs) {
        files.push_back(&run.file);
    }
    const case_table cases(files);
    const side_evidence side = gather(files, cases, 0);
    selftest_report report;
    for (std::size_t id = 0; id < cases.size(); ++id) {
        for (const auto& [name, m] : side[id].metrics) {
            if (!wants(name) || !is_testable(m)) {
                continue;
            }
            if (m.launches() < 2 * rules.least_launches) {
                ++report.too_small;
                continue;
            }
            selftest_row row{cases.at(id).label, name, m.launches(), splits, 0, 0};
            const clusters logs = logs_of(m);
            statistics::random_source source(statistics::seed_of(statistics::pooled(logs)));
            const auto better = m.better == record::direction::higher
                                    ? statistics::better_is::higher
                                    : statistics::better_is::lower;
            for (std::size_t i = 0; i < splits; ++i) {
                const auto [fresh, base] = split(logs, source);
                const auto word = statistics::compare(fresh, base, better, rules).word;
                row.worse += word == statistics::verdict::worse ? 1 : 0;
                row.better += word == statistics::verdict::better ? 1 : 0;
            }
            report.rows.push_back(std::move(row));
        }
    }
    std::sort(report.rows.begin(), report.rows.end(), [](const auto& a, const auto& b) {
        return std::tuple(-a.alarm_rate(), a.label, a.metric) <
               std::tuple(-b.alarm_rate(), b.label, b.metric);
    });
    return report;
}

} // namespace dyno::results
