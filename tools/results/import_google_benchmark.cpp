// SPDX-License-Identifier: Apache-2.0
#include "imported_run.hpp"

#include "imported_cases.hpp"
#include "record/document.hpp"
#include "record/error.hpp"
#include "unit.hpp"

#include <algorithm>
#include <iterator>

namespace dyno::results {
namespace {

using record::direction;
using record::node;
using record::node_kind;

/// Keys of an entry that are no counters of the user's.
constexpr std::string_view known_keys[] = {"family_index", "per_family_instance_index",
                                           "repetitions",  "repetition_index",
                                           "threads",      "iterations",
                                           "real_time",    "cpu_time"};

std::string text(const node& from, const char* key, const std::string& fallback) {
    const auto found = from.find(key);
    return found && found->is(node_kind::text) ? std::string(found->text()) : fallback;
}

double number(const node& from, const char* key) {
    const auto found = from.find(key);
    if (!found || !found->is_number()) {
        throw error(from.path() + ": '" + key + "' is missing or no number");
    }
    return found->number();
}

double seconds(const node& entry, const char* key) {
    const std::string unit = text(entry, "time_unit", "ns");
    const auto known = unit_in_base_of(unit);
    if (!known || known->base != "s") {
        throw error(entry.path() + ": unknown time unit '" + unit + "'");
    }
    return to_base(number(entry, key), *known);
}

bool is_true(const node& entry, const char* key) {
    const auto found = entry.find(key);
    return found && found->is(node_kind::boolean) && found->truth();
}

void add_counter(const std::string& name, double value, record::launch& to) {
    if (name == "items_per_second") {
        to.metrics.push_back({name, "items/s", direction::higher, value, {}});
    } else if (name == "bytes_per_second") {
        to.metrics.push_back({name, "B/s", direction::higher, value, {}});
    } else {
        to.notes["counter " + name] = record::to_text(value); // better up or down: it does not say
    }
}

record::launch launch_of(const node& entry) {
    record::launch l;
    l.status = record::status::ok;
    if (is_true(entry, "error_occurred")) {
        l.status = record::status::failed;
        l.reason = text(entry, "error_message", "no message");
        return l;
    }
    if (is_true(entry, "skipped")) {
        l.status = record::status::skipped;
        l.reason = text(entry, "skip_message", "no message");
        return l;
    }
    for (const char* key : {"real_time", "cpu_time"}) {
        if (!(seconds(entry, key) > 0)) {
            l.status = record::status::invalid;
            l.reason = std::string(key) +
                       " is not positive: " + record::to_text(record::value(number(entry, key))) +
                       " " + text(entry, "time_unit", "ns");
            return l;
        }
    }
    l.metrics.push_back({"time", "s", direction::lower, seconds(entry, "real_time"), {}});
    l.metrics.push_back({"cpu_time", "s", direction::lower, seconds(entry, "cpu_time"), {}});
    for (const auto& [key, v] : entry) {
        const bool is_known =
            std::find(std::begin(known_keys), std::end(known_keys), key) != std::end(known_keys);
        if (v.is_number() && !is_known) {
            add_counter(std::string(key), v.number(), l);
        }
    }
    return l;
}

void take(const node& entry, imported_cases& to) {
    if (!entry.is(node_kind::object)) {
        throw error(entry.path() + ": an object is wanted here");
    }
    const bool is_fit = entry.find("big_o") || entry.find("rms");
    if (text(entry, "run_type", "iteration") == "aggregate" || is_fit) {
        return;
    }
    const std::string name = text(entry, "run_name", text(entry, "name", ""));
    if (name.empty()) {
        throw error(entry.path() + ": the benchmark has no name");
    }
    record::parameters parameters{{"name", name}, {"threads", std::int64_t{1}}};
    if (const auto threads = entry.find("threads"); threads && threads->is(node_kind::integer)) {
        parameters["threads"] = threads->integer();
    }
    to.add("google_benchmark", name, parameters, record::cache_state::warm, launch_of(entry));
}

} // namespace

record::run_file import_google_benchmark(const std::vector<foreign_file>& files) {
    imported_cases cases;
    record::run_file run = cases.start("google-benchmark", files);
    run.device.kind = record::device_kind::cpu;
    run.device.name = "unknown processor";
    for (const foreign_file& file : files) {
        const record::document whole = record::parse_document(file.text, file.name);
        const node root = whole.root();
        const auto list = root.find("benchmarks");
        if (!list || !list->is(node_kind::array)) {
            throw error(file.name + ": no output of Google Benchmark (there is no list "
                                    "'benchmarks')");
        }
        if (const auto context = root.find("context"); context && context->is(node_kind::object)) {
            const auto schema = context->find("json_schema_version");
            if (schema && (!schema->is(node_kind::integer) || schema->integer() != 1)) {
                throw error(file.name + ": Google Benchmark's JSON of another schema version; this "
                                        "program reads 1");
            }
            run.started = run.started.empty() ? text(*context, "date", "") : run.started;
            run.circumstances["host.name"] = {text(*context, "host_name", "unknown"), {}};
            run.identity["benchmark.library"] = {text(*context, "library_version", "unknown"), {}};
            run.identity["benchmark.build"] = {text(*context, "library_build_type", "unknown"), {}};
        }
        for (const auto& [none, entry] : *list) {
            take(entry, cases);
        }
    }
    return cases.finish(std::move(run));
}

} // namespace dyno::results
