// SPDX-License-Identifier: Apache-2.0
#include "diff_format.hpp"

#include "escape.hpp"

#include <cmath>

namespace dyno::results {
namespace {

std::string count(std::size_t value) {
    return std::to_string(value);
}

void side(std::string& line, const std::optional<side_value>& v) {
    line += "," + (v ? csv_number(v->median) + "," + count(v->launches) + "," + count(v->runs)
                     : std::string(",,"));
}

std::string line_of(const row& r, const diff_report& report) {
    const compared_case& c = report.cases[r.case_id];
    std::string line = csv_text(c.label) + "," + csv_text(c.workload) + "," + csv_text(r.metric) +
                       "," + csv_text(r.unit) + "," +
                       (r.metric.empty() ? "" : std::string(to_word(r.better)));
    side(line, r.base);
    side(line, r.fresh);
    if (r.judged) {
        const statistics::comparison& j = *r.judged;
        const bool is_bounded = std::isfinite(j.ratio_bounds.high);
        line += "," + csv_number(j.ratio) + "," +
                (is_bounded ? csv_number(j.ratio_bounds.low) : "") + "," +
                csv_number(j.ratio_bounds.high) + "," + csv_number(j.margin) + "," +
                csv_number(j.p) + "," + csv_number(r.q) + "," + csv_number(r.holm) + "," +
                (j.launches_needed ? count(*j.launches_needed) : "");
    } else {
        line += ",,,,,,,,";
    }
    std::string notes;
    for (const std::string& note : r.notes) {
        notes += (notes.empty() ? "" : " | ") + note;
    }
    return line + "," + std::string(to_word(r.word)) + "," + csv_text(r.reason) + "," +
           csv_text(notes) + "\r\n";
}

} // namespace

std::string diff_csv(const diff_report& report) {
    std::string text =
        "case,workload,metric,unit,better,base,base_launches,base_runs,new,new_launches,new_runs,"
        "ratio,ratio_low,ratio_high,margin,p,q,holm,launches_needed,verdict,reason,notes\r\n";
    for (const row_group& group : report.groups) {
        for (const row& r : group.rows) {
            text += report.shows(r) ? line_of(r, report) : "";
        }
    }
    return text;
}

} // namespace dyno::results
