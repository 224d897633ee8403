// SPDX-License-Identifier: Apache-2.0
#include "export_format.hpp"

#include "record/json_writer.hpp"
#include "statistics/median.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace dyno::results {
namespace {

/// Values of one metric over the launches of a case, in the order of the launches.
struct series {
    std::string unit;
    std::vector<double> values;
};

std::map<std::string, series> metrics_of(const record::run_file& run, std::size_t case_index) {
    std::map<std::string, series> all;
    for (const record::launch& l : run.launches) {
        if (l.case_index == case_index && l.status == record::status::ok) {
            for (const record::metric& m : l.metrics) {
                all[m.name].unit = m.unit;
                all[m.name].values.push_back(m.value);
            }
        }
    }
    return all;
}

std::string slug(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

void write(record::json_writer& to, const std::string& measure, const series& s, double scale) {
    const auto [least, most] = std::minmax_element(s.values.begin(), s.values.end());
    to.key(measure).begin_object().member("value", statistics::median(s.values) * scale);
    to.member("lower_value", *least * scale).member("upper_value", *most * scale).end_object();
}

} // namespace

std::string export_bencher(const record::run_file& run) {
    record::json_writer to;
    to.begin_object();
    for (std::size_t i = 0; i < run.cases.size(); ++i) {
        const std::map<std::string, series> metrics = metrics_of(run, i);
        if (metrics.empty()) {
            continue;
        }
        to.key(run.cases[i].label).begin_object();
        bool has_rate = false;
        for (const auto& [name, s] : metrics) {
            const bool is_rate = s.unit.ends_with("/s") && !has_rate;
            has_rate = has_rate || is_rate;
            if (name == "time") {
                write(to, "latency", s, 1e9);
            } else {
                write(to, is_rate ? "throughput" : slug(name), s, 1);
            }
        }
        to.end_object();
    }
    return std::move(to.end_object()).finish();
}

} // namespace dyno::results
