// A launch as JSON: the one definition for journal lines and the run file's "launches".
// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

namespace dyno::record {
namespace {

using record::encode; // beside the overloads below

json encode(const metric& m) {
    json j = {{"unit", m.unit}, {"better", to_word(m.better)}, {"value", m.value}};
    if (!m.samples.empty()) {
        j["samples"] = m.samples;
    }
    return j;
}

metric decode_metric(std::string_view name, const object_reader& from, samples keep) {
    metric m;
    m.name = name;
    m.unit = from.text("unit");
    m.better = from.word("better", direction_from);
    m.value = from.number("value");
    if (keep == samples::keep && from.has("samples")) {
        m.samples = from.numbers("samples");
    }
    return m;
}

json encode(const measurement& m) {
    return {{"batch", m.batch},
            {"warmup_iterations", m.warmup_iterations},
            {"warmup_s", m.warmup_s},
            {"settled", m.settled},
            {"stopped_by", m.stopped_by},
            {"rel_ci", m.rel_ci ? json(*m.rel_ci) : json(nullptr)},
            {"resolution_s", m.resolution_s},
            {"sample_starts_s", m.sample_starts_s}};
}

measurement decode_measurement(const object_reader& from, samples keep) {
    measurement m;
    m.batch = from.integer("batch");
    m.warmup_iterations = from.integer("warmup_iterations");
    m.warmup_s = from.number("warmup_s");
    m.settled = from.truth("settled");
    m.stopped_by = from.text("stopped_by");
    if (from.has("rel_ci")) {
        m.rel_ci = from.number("rel_ci");
    }
    m.resolution_s = from.number("resolution_s");
    if (keep == samples::keep) {
        m.sample_starts_s = from.numbers("sample_starts_s");
    }
    return m;
}

library decode_library(const object_reader& from) {
    return {from.text("name"), from.text_or("version", ""), from.text("path")};
}

} // namespace

json encode(const launch& l) {
    json j = {{"case", l.case_index}, {"round", l.round}, {"status", to_word(l.status)}};
    if (!l.reason.empty()) {
        j["reason"] = l.reason;
    }
    if (!l.started.empty()) {
        j["started"] = l.started;
        j["duration_s"] = l.duration_s;
    }
    json metrics = json::object();
    for (const metric& m : l.metrics) {
        metrics[m.name] = encode(m);
    }
    j["metrics"] = std::move(metrics);
    if (l.measurement) {
        j["measurement"] = encode(*l.measurement);
    }
    j["notes"] = encode(l.notes);
    j["warnings"] = l.warnings;
    json libraries = json::array();
    for (const library& lib : l.libraries) {
        json entry = {{"name", lib.name}, {"version", nullptr}, {"path", lib.path}};
        if (!lib.version.empty()) {
            entry["version"] = lib.version;
        }
        libraries.push_back(std::move(entry));
    }
    j["libraries"] = std::move(libraries);
    if (l.telemetry) {
        j["telemetry"] = encode(*l.telemetry);
    }
    if (!l.log.empty()) {
        j["log"] = l.log;
    }
    return j;
}

launch decode_launch(const object_reader& from, samples keep) {
    launch l;
    const std::int64_t index = from.integer("case");
    if (index < 0) {
        throw from.wrong("case", "an index of a case");
    }
    l.case_index = static_cast<std::size_t>(index);
    l.round = static_cast<int>(from.integer("round", 0, INT32_MAX));
    l.status = from.word("status", status_from);
    l.reason = from.text_or("reason", "");
    l.started = from.text_or("started", "");
    l.duration_s = from.number_or("duration_s", 0);
    for (const auto& [name, m] : from.object("metrics").raw()) {
        l.metrics.push_back(decode_metric(name, object_reader(m), keep));
    }
    if (from.has("measurement")) {
        l.measurement = decode_measurement(from.object("measurement"), keep);
    }
    l.notes = decode_texts(from.object("notes"));
    l.warnings = from.texts("warnings");
    l.libraries = decode_all(from, "libraries", decode_library);
    if (from.has("telemetry")) {
        l.telemetry = decode_telemetry(from.object("telemetry"));
    }
    l.log = from.text_or("log", "");
    return l;
}

} // namespace dyno::record
