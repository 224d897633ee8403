// SPDX-License-Identifier: Apache-2.0
#include "imported_run.hpp"

#include "imported_cases.hpp"
#include "record/document.hpp"
#include "record/error.hpp"

#include <charconv>
#include <cmath>
#include <set>

namespace dyno::results {
namespace {

using record::direction;
using record::document;
using record::node;
using record::node_kind;

node member(const node& from, const char* key, node_kind kind) {
    const auto found = from.find(key);
    if (!found || !found->is(kind)) {
        throw error(from.path() + ": '" + key + "' is missing or of another kind");
    }
    return *found;
}

std::string text(const node& from, const char* key) {
    return std::string(member(from, key, node_kind::text).text());
}

/// NVBench writes its numbers as texts, so that none loses a digit.
std::optional<double> number_in(const std::string& spelt) {
    double number = 0;
    const char* end = spelt.data() + spelt.size();
    const auto [stop, failure] = std::from_chars(spelt.data(), end, number);
    const bool is_number = failure == std::errc() && stop == end && std::isfinite(number);
    return is_number ? std::optional(number) : std::nullopt;
}

record::value value_of(const node& named) {
    const std::string type = text(named, "type"), spelt = text(named, "value");
    if (type == "int64") {
        std::int64_t number = 0;
        const char* end = spelt.data() + spelt.size();
        if (std::from_chars(spelt.data(), end, number).ptr == end) {
            return number;
        }
    } else if (type == "float64") {
        if (const auto number = number_in(spelt)) {
            return *number;
        }
    }
    return spelt;
}

/// The number of the summary with this tag; none if there is none, or it is no finite number.
std::optional<double> summary(const node& summaries, std::string_view tag) {
    for (const auto& [none, one] : summaries) {
        const auto found = one.find("tag");
        const auto data = one.find("data");
        if (!found || !found->is(node_kind::text) || found->text() != tag || !data) {
            continue;
        }
        for (const auto& [index, named] : *data) {
            if (text(named, "name") == "value") {
                return number_in(text(named, "value"));
            }
        }
    }
    return std::nullopt;
}

struct wanted_metric {
    const char* name;
    const char* unit;
    direction better;
    const char* tags[2]; ///< the first that is there
};

constexpr wanted_metric wanted[] = {
    {"time", "s", direction::lower, {"nv/cold/time/gpu/median", "nv/cold/time/gpu/mean"}},
    {"wall_time", "s", direction::lower, {"nv/cold/time/cpu/median", "nv/cold/time/cpu/mean"}},
    {"batch_time", "s", direction::lower, {"nv/batch/time/gpu/mean", ""}},
    {"cpu_only_time",
     "s",
     direction::lower,
     {"nv/cpu_only/time/cpu/median", "nv/cpu_only/time/cpu/mean"}},
    {"item_rate", "items/s", direction::higher, {"nv/cold/bw/item_rate", ""}},
    {"bandwidth", "B/s", direction::higher, {"nv/cold/bw/global/bytes_per_second", ""}},
};

record::launch launch_of(const node& state) {
    record::launch l;
    l.status = record::status::ok;
    if (const auto skipped = state.find("is_skipped");
        skipped && skipped->is(node_kind::boolean) && skipped->truth()) {
        l.status = record::status::skipped;
        const auto reason = state.find("skip_reason");
        l.reason =
            reason && reason->is(node_kind::text) ? std::string(reason->text()) : "no reason";
        return l;
    }
    const auto summaries = state.find("summaries");
    for (const wanted_metric& m : wanted) {
        std::optional<double> found;
        for (const char* tag : m.tags) {
            found = found || !summaries ? found : summary(*summaries, tag);
        }
        if (found && std::string_view(m.unit) == "s" && !(*found > 0)) {
            l.metrics.clear();
            l.status = record::status::invalid;
            l.reason = std::string(m.name) + " is not positive: " +
                       record::to_text(record::value(*found)) + " s";
            return l;
        }
        if (found) {
            l.metrics.push_back({m.name, m.unit, m.better, *found, {}});
        }
    }
    if (l.metrics.empty()) {
        l.status = record::status::failed;
        l.reason = "the state holds no time";
    }
    return l;
}

void check_version(const foreign_file& file, const node& root) {
    const auto meta = root.find("meta");
    const auto version = meta ? meta->find("version") : std::nullopt;
    const auto json = version ? version->find("json") : std::nullopt;
    const auto major = json ? json->find("major") : std::nullopt;
    if (!major || !major->is(node_kind::integer)) {
        throw error(file.name + ": no output of NVBench (it has no version)");
    }
    if (major->integer() != 1) {
        throw error(file.name + ": NVBench's JSON of version " + std::to_string(major->integer()) +
                    "; this program reads version 1");
    }
}

std::set<std::int64_t> devices_of(const node& benchmarks) {
    std::set<std::int64_t> ids;
    for (const auto& [none, bench] : benchmarks) {
        if (const auto states = bench.find("states"); states) {
            for (const auto& [index, state] : *states) {
                const auto id = state.find("device");
                ids.insert(id && id->is(node_kind::integer) ? id->integer() : -1);
            }
        }
    }
    return ids;
}

void set_device(record::run_file& run, const node& root, std::int64_t id) {
    run.device.kind = record::device_kind::cuda;
    run.device.name = run.device.name.empty() ? "unknown" : run.device.name;
    for (const auto& [none, device] : member(root, "devices", node_kind::array)) {
        const auto found = device.find("id");
        if (!found || !found->is(node_kind::integer) || found->integer() != id) {
            continue;
        }
        run.device.name = text(device, "name");
        run.device.index = static_cast<int>(id);
        const auto take = [&](const char* key, auto& to) {
            if (const auto v = device.find(key); v && v->is(node_kind::integer)) {
                to = static_cast<std::decay_t<decltype(to)>>(v->integer());
            }
        };
        take("sm_version", run.device.sm);
        run.device.sm /= 10; // 900 is 9.0
        take("number_of_sms", run.device.multiprocessors);
        take("global_memory_size", run.device.memory_bytes);
        take("l2_cache_size", run.device.l2_bytes);
        run.identity["gpu.name"] = {run.device.name, {}};
    }
}

void take_states(const node& bench, std::int64_t device, imported_cases& to) {
    const std::string name = text(bench, "name");
    for (const auto& [none, state] : member(bench, "states", node_kind::array)) {
        const auto id = state.find("device");
        if (id && id->is(node_kind::integer) && id->integer() != device) {
            continue;
        }
        record::parameters parameters;
        std::string label = name;
        if (const auto axes = state.find("axis_values"); axes) {
            for (const auto& [index, named] : *axes) {
                const record::value v = value_of(named);
                parameters[text(named, "name")] = v;
                label += " " + text(named, "name") + "=" + record::to_text(v);
            }
        }
        to.add(name, label, parameters, record::cache_state::cold, launch_of(state));
    }
}

} // namespace

record::run_file import_nvbench(const std::vector<foreign_file>& files,
                                std::optional<std::int64_t> device) {
    imported_cases cases;
    record::run_file run = cases.start("nvbench", files);
    for (const foreign_file& file : files) {
        const document whole = record::parse_document(file.text, file.name);
        check_version(file, whole.root());
        const node benchmarks = member(whole.root(), "benchmarks", node_kind::array);
        const std::set<std::int64_t> ids = devices_of(benchmarks);
        if (!device && ids.size() > 1) {
            throw error(file.name + ": holds several devices; choose one with --device ID");
        }
        const std::int64_t id = device ? *device : ids.empty() ? 0 : *ids.begin();
        const std::string before = run.device.name;
        set_device(run, whole.root(), id);
        if (!before.empty() && before != run.device.name) {
            throw error(file.name + ": was measured on " + run.device.name +
                        ", the file before on " + before);
        }
        for (const auto& [none, bench] : benchmarks) {
            take_states(bench, id, cases);
        }
    }
    return cases.finish(std::move(run));
}

} // namespace dyno::results
