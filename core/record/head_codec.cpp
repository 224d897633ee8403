// The run file without its launches as JSON: the journal's first line.
// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

namespace dyno::record {
namespace {

using record::encode; // beside the overloads below

constexpr const char* format_name = "gpudyno-run";

json encode(const run_case& c) {
    return {{"id", c.id},
            {"label", c.label},
            {"workload", c.workload},
            {"plugin", c.plugin},
            {"parameters", encode(c.parameters)},
            {"policy", encode(c.policy)},
            {"environment", encode(c.environment)}};
}

run_case decode_case(const object_reader& from) {
    run_case c;
    c.id = from.text("id");
    c.label = from.text("label");
    c.workload = from.text("workload");
    c.plugin = from.text("plugin");
    c.parameters = decode_parameters(from.object("parameters"));
    c.policy = decode_policy(from.object("policy"));
    c.environment = decode_texts(from.object("environment"));
    return c;
}

json encode(const run_workload& w) {
    json metrics = json::array();
    for (const metric_declaration& m : w.metrics) {
        metrics.push_back(encode(m));
    }
    return {{"id", w.id}, {"defaults", encode(w.defaults)}, {"metrics", std::move(metrics)}};
}

run_workload decode_workload(const object_reader& from) {
    return {from.text("id"), decode_parameters(from.object("defaults")),
            decode_all(from, "metrics", decode_metric_declaration)};
}

json encode(const run_plugin& p) {
    return {{"name", p.name},
            {"version", p.version},
            {"build", p.build},
            {"path", p.path},
            {"build_id", p.build_id}};
}

run_plugin decode_plugin(const object_reader& from) {
    return {from.text("name"), from.text("version"), from.text("build"), from.text("path"),
            from.text("build_id")};
}

template <class Element>
json encode_all(const std::vector<Element>& all) {
    json array = json::array();
    for (const Element& element : all) {
        array.push_back(encode(element));
    }
    return array;
}

/// Refuses what is no run file, and a version that this reader does not know.
void check_format(const object_reader& from) {
    if (!from.has("format") || from.text("format") != format_name) {
        throw error("not a run file of this project (\"format\" is not \"" +
                    std::string(format_name) + "\")");
    }
    const object_reader schema = from.object("schema");
    const std::int64_t major = schema.integer("major");
    if (major != schema_major) {
        throw error("run file of schema " + std::to_string(major) + "." +
                    std::to_string(schema.integer("minor")) + "; this program reads schema " +
                    std::to_string(schema_major));
    }
}

} // namespace

json encode_head(const run_file& f) {
    json j;
    j["format"] = format_name;
    j["schema"] = {{"major", f.major}, {"minor", f.minor}};
    j["id"] = f.id;
    j["state"] = to_word(f.state);
    j["started"] = f.started;
    j["finished"] = f.finished.empty() ? json(nullptr) : json(f.finished);
    j["harness"] = {{"version", f.harness_version}};
    j["command"] = f.command;
    j["scenario"] = {
        {"name", f.scenario_name}, {"path", f.scenario_path}, {"effective", f.scenario_effective}};
    j["device"] = encode(f.device);
    j["environment"] = encode(fact_sheet{f.identity, f.circumstances});
    j["plugins"] = encode_all(f.plugins);
    j["workloads"] = encode_all(f.workloads);
    j["cases"] = encode_all(f.cases);
    j["levers"] = encode_all(f.levers);
    j["warnings"] = f.warnings;
    return j;
}

namespace {

void check_pairs(const run_file& f) {
    for (const lever& l : f.levers) {
        for (const lever_pair& p : l.pairs) {
            if (p.from_case >= f.cases.size() || p.to_case >= f.cases.size()) {
                throw error("levers: '" + l.name + "' pairs a case that is not there");
            }
        }
    }
}

} // namespace

run_file decode_head(const object_reader& from) {
    check_format(from);
    run_file f;
    f.major = schema_major;
    f.minor = static_cast<int>(from.object("schema").integer("minor", 0, INT32_MAX));
    f.id = from.text("id");
    f.state = from.word("state", run_state_from);
    f.started = from.text("started");
    f.finished = from.text_or_null("finished");
    f.harness_version = from.object("harness").text("version");
    f.command = from.texts("command");
    const object_reader scenario = from.object("scenario");
    f.scenario_name = scenario.text("name");
    f.scenario_path = scenario.text("path");
    f.scenario_effective = scenario.text("effective");
    f.device = decode_device(from.object("device"));
    fact_sheet environment = decode_fact_sheet(from.object("environment"));
    f.identity = std::move(environment.identity);
    f.circumstances = std::move(environment.circumstances);
    f.plugins = decode_all(from, "plugins", decode_plugin);
    f.workloads = decode_all(from, "workloads", decode_workload);
    f.cases = decode_all(from, "cases", decode_case);
    f.levers = decode_all(from, "levers", decode_lever);
    check_pairs(f);
    f.warnings = from.texts("warnings");
    return f;
}

} // namespace dyno::record
