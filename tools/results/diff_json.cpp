// SPDX-License-Identifier: Apache-2.0
#include "diff_format.hpp"

#include "record/json_writer.hpp"

namespace dyno::results {
namespace {

using record::json_writer;

void texts(json_writer& to, const char* key, const std::vector<std::string>& all) {
    to.key(key).begin_array();
    for (const std::string& one : all) {
        to.value(one);
    }
    to.end_array();
}

void value(json_writer& to, const record::value& v) {
    std::visit([&](const auto& held) { to.value(held); }, v);
}

void runs(json_writer& to, const char* key, const std::vector<run_line>& side) {
    to.key(key).begin_array();
    for (const run_line& run : side) {
        to.begin_object();
        to.member("path", run.path).member("id", run.id).member("started", run.started);
        to.member("scenario", run.scenario).member("device", run.device);
        to.member("state", run.state).member("cases", run.cases).member("launches", run.launches);
        to.end_object();
    }
    to.end_array();
}

void environment(json_writer& to, const environment_change& e) {
    to.key("environment").begin_object();
    to.key("changed").begin_array();
    for (const changed_part& p : e.parts) {
        to.begin_object().member("part", p.part).key("differences").begin_array();
        for (const difference& d : p.differences) {
            to.begin_object().member("what", d.what).member("base", d.base);
            to.member("new", d.fresh).end_object();
        }
        to.end_array().end_object();
    }
    to.end_array();
    to.member("attributable", e.parts.size() == 1 && !e.is_other_card && e.other_model.empty());
    to.member("other_card", e.is_other_card);
    texts(to, "attribution", e.attribution());
    texts(to, "unknown", e.unknown);
    to.end_object();
}

void side(json_writer& to, const char* key, const std::optional<side_value>& v) {
    to.key(key);
    if (!v) {
        to.null();
        return;
    }
    to.begin_object().member("median", v->median).member("launches", v->launches);
    to.member("runs", v->runs).end_object();
}

void judged(json_writer& to, const row& r) {
    const statistics::comparison& j = *r.judged;
    to.member("ratio", j.ratio);
    to.key("interval").begin_array().value(j.ratio_bounds.low).value(j.ratio_bounds.high);
    to.end_array();
    to.member("margin", j.margin).member("p", j.p).member("p_worse", j.p_worse);
    to.member("p_better", j.p_better).member("q", r.q).member("holm", r.holm);
    to.key("noise");
    if (j.scatter) {
        to.begin_object().member("within", j.scatter->within);
        to.member("between", j.scatter->between).end_object();
    } else {
        to.null();
    }
    to.member("launches_needed", j.launches_needed);
}

void row_object(json_writer& to, const row& r, const diff_report& report) {
    const compared_case& c = report.cases[r.case_id];
    to.begin_object().member("case", c.label).member("workload", c.workload);
    to.key("parameters").begin_object();
    for (const auto& [name, v] : c.parameters) {
        to.key(name);
        value(to, v);
    }
    to.end_object();
    to.member("cache", to_word(c.cache));
    to.key("metric");
    r.metric.empty() ? to.null() : to.value(r.metric);
    if (!r.metric.empty()) {
        to.member("unit", r.unit).member("better", to_word(r.better));
    }
    to.member("verdict", to_word(r.word)).member("reason", r.reason);
    side(to, "base", r.base);
    side(to, "new", r.fresh);
    if (r.judged) {
        judged(to, r);
    }
    texts(to, "notes", r.notes);
    to.end_object();
}

} // namespace

std::string diff_json(const diff_report& report, const gate_result& gate) {
    json_writer to;
    to.begin_object().member("format", "gpudyno-diff");
    to.key("schema").begin_object().member("major", std::int64_t{1});
    to.member("minor", std::int64_t{0}).end_object();
    runs(to, "base", report.base);
    runs(to, "new", report.fresh);
    environment(to, report.environment);
    texts(to, "refused", report.not_allowed);
    texts(to, "warnings", report.warnings);
    to.key("rules").begin_object().member("alpha", report.rules.alpha);
    to.member("margin", report.rules.least_change);
    to.member("noise_multiple", report.rules.noise_multiple).end_object();
    to.key("common_shift");
    if (report.shift) {
        to.begin_object().member("change", report.shift->change);
        to.member("alike", report.shift->alike).member("of", report.shift->of).end_object();
    } else {
        to.null();
    }
    to.key("counts").begin_object();
    for (const auto& [word, count] : report.counts) {
        to.member(to_word(word), count);
    }
    to.end_object();
    to.key("geomeans").begin_array();
    for (const row_group& g : report.groups) {
        for (const mean_line& m : g.means) {
            to.begin_object().member("group", g.name).member("better", to_word(m.better));
            to.member("ratio", m.mean.ratio).member("rows", m.mean.count);
            to.key("interval").begin_array().value(m.mean.bounds.low).value(m.mean.bounds.high);
            to.end_array().end_object();
        }
    }
    to.end_array();
    to.key("rows").begin_array();
    for (const row_group& g : report.groups) {
        for (const row& r : g.rows) {
            if (report.shows(r)) {
                row_object(to, r, report);
            }
        }
    }
    to.end_array();
    to.member("exit_code", static_cast<std::int64_t>(gate.code));
    return std::move(to.end_object()).finish();
}

} // namespace dyno::results
