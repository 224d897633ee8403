// SPDX-License-Identifier: Apache-2.0
#include "record/message.hpp"

#include "record/codec.hpp"

namespace dyno::record {
namespace {

using record::encode; // beside the overloads below

constexpr std::pair<value_type, const char*> type_words[] = {{value_type::integer, "integer"},
                                                             {value_type::real, "real"},
                                                             {value_type::text, "text"},
                                                             {value_type::boolean, "boolean"}};

std::string to_word(value_type type) {
    for (const auto& [known, word] : type_words) {
        if (known == type) {
            return word;
        }
    }
    return "?";
}

value_type value_type_from(const std::string& word) {
    for (const auto& [type, known] : type_words) {
        if (word == known) {
            return type;
        }
    }
    throw error("'" + word + "' is not a type of parameter");
}

template <class Number>
void put(json& j, const char* key, const std::optional<Number>& number) {
    if (number) {
        j[key] = *number;
    }
}

json encode(const parameter_declaration& p) {
    json j = {{"name", p.name}, {"type", to_word(p.type)}, {"default", p.fallback_toml},
              {"unit", p.unit}, {"allowed", p.allowed},    {"doc", p.doc}};
    put(j, "least_integer", p.least_integer);
    put(j, "most_integer", p.most_integer);
    put(j, "least_real", p.least_real);
    put(j, "most_real", p.most_real);
    return j;
}

parameter_declaration decode_parameter(const object_reader& from) {
    parameter_declaration p;
    p.name = from.text("name");
    p.type = from.word("type", value_type_from);
    p.fallback_toml = from.text("default");
    p.unit = from.text("unit");
    p.doc = from.text("doc");
    p.allowed = from.texts("allowed");
    if (from.has("least_integer")) {
        p.least_integer = from.integer("least_integer");
        p.most_integer = from.integer("most_integer");
    }
    if (from.has("least_real")) {
        p.least_real = from.number("least_real");
        p.most_real = from.number("most_real");
    }
    return p;
}

json encode(const workload_declaration& w) {
    json parameters = json::array();
    for (const parameter_declaration& p : w.parameters) {
        parameters.push_back(encode(p));
    }
    json metrics = json::array();
    for (const metric_declaration& m : w.metrics) {
        metrics.push_back(encode(m));
    }
    return {{"id", w.id},
            {"summary", w.summary},
            {"on_cpu", w.on_cpu},
            {"on_cuda", w.on_cuda},
            {"self_timed", w.self_timed},
            {"synchronises", w.synchronises},
            {"parameters", std::move(parameters)},
            {"metrics", std::move(metrics)}};
}

workload_declaration decode_workload(const object_reader& from) {
    workload_declaration w;
    w.id = from.text("id");
    w.summary = from.text("summary");
    w.on_cpu = from.truth("on_cpu");
    w.on_cuda = from.truth("on_cuda");
    w.self_timed = from.truth("self_timed");
    w.synchronises = from.truth("synchronises");
    w.parameters = decode_all(from, "parameters", decode_parameter);
    w.metrics = decode_all(from, "metrics", decode_metric_declaration);
    return w;
}

} // namespace

std::string write_line(const task& t) {
    return to_line({{"plugin", t.plugin_path},
                    {"workload", t.workload},
                    {"parameters", encode(t.parameters)},
                    {"policy", encode(t.policy)},
                    {"device", encode(t.device)}});
}

task read_task(std::string_view line) {
    const document read = parse_document(line, "task");
    const object_reader from(read.root());
    return {from.text("plugin"), from.text("workload"),
            decode_parameters(from.object("parameters")), decode_policy(from.object("policy")),
            decode_device(from.object("device"))};
}

std::string write_line(const worker_event& e) {
    json j = json::object();
    if (e.progress) {
        j["progress"] = {{"phase", e.progress->phase},
                         {"fraction", e.progress->fraction},
                         {"detail", e.progress->detail}};
    }
    if (e.result) {
        j["result"] = encode(*e.result);
    }
    return to_line(j);
}

worker_event read_worker_event(std::string_view line) {
    const document read = parse_document(line, "event");
    const object_reader from(read.root());
    worker_event e;
    if (from.has("progress")) {
        const object_reader p = from.object("progress");
        e.progress = progress{p.text("phase"), p.number("fraction"), p.text("detail")};
    }
    if (from.has("result")) {
        e.result = decode_launch(from.object("result"));
    }
    return e;
}

std::string write_line(const plugin_declaration& d) {
    json workloads = json::array();
    for (const workload_declaration& w : d.workloads) {
        workloads.push_back(encode(w));
    }
    return to_line({{"name", d.name},
                    {"version", d.version},
                    {"build", d.build},
                    {"abi", d.abi},
                    {"workloads", std::move(workloads)}});
}

plugin_declaration read_plugin_declaration(std::string_view line) {
    const document read = parse_document(line, "declaration");
    const object_reader from(read.root());
    return {from.text("name"), from.text("version"), from.text("build"),
            static_cast<std::uint32_t>(from.integer("abi", 0, UINT32_MAX)),
            decode_all(from, "workloads", decode_workload)};
}

std::string write_line(const device_list& d) {
    json devices = json::array();
    for (const device& one : d.devices) {
        devices.push_back(encode(one));
    }
    json j = {{"devices", std::move(devices)}, {"reason", d.reason}};
    put(j, "driver_cuda", d.driver_cuda);
    put(j, "driver_failure", d.driver_failure);
    return to_line(j);
}

device_list read_device_list(std::string_view line) {
    const document read = parse_document(line, "device list");
    const object_reader from(read.root());
    device_list d;
    d.devices = decode_all(from, "devices", decode_device);
    d.reason = from.text("reason");
    if (from.has("driver_cuda")) {
        d.driver_cuda = static_cast<int>(from.integer("driver_cuda", 0, INT32_MAX));
    }
    if (from.has("driver_failure")) {
        d.driver_failure = static_cast<int>(from.integer("driver_failure", 0, INT32_MAX));
    }
    return d;
}

} // namespace dyno::record
