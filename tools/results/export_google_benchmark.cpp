// SPDX-License-Identifier: Apache-2.0
#include "export_format.hpp"

#include "record/json_writer.hpp"
#include "statistics/median.hpp"
#include "summary/case_summary.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <variant>
#include <vector>

namespace dyno::results {
namespace {

using record::json_writer;

constexpr double nanoseconds = 1e9;

/// One entry of "benchmarks".
struct entry {
    std::string name;
    std::size_t family = 0, repetitions = 1, repetition = 0;
    std::int64_t iterations = 1;
    double real_time_s = 0, cpu_time_s = 0;
    std::vector<std::pair<std::string, double>> counters;
};

const record::value* known(const record::run_file& run, const char* name) {
    const auto found = run.identity.find(name);
    return found != run.identity.end() && found->second.known ? &*found->second.known : nullptr;
}

std::string fact(const record::run_file& run, const char* name) {
    const record::value* v = known(run, name);
    return v == nullptr ? "unknown" : record::to_text(*v);
}

/// Google Benchmark's word for whether assertions are off, from what CMake calls the
/// configuration: it stands behind the compiler in a plugin's build ("GNU 12.2.0, Release").
std::string build_type(const std::string& build) {
    const auto is = [parts = build + ","](const std::string& configuration) {
        return parts.find(", " + configuration + ",") != std::string::npos;
    };
    return is("Debug")                                                 ? "debug"
           : is("Release") || is("RelWithDebInfo") || is("MinSizeRel") ? "release"
                                                                       : "unknown";
}

/// Of all plugins that were used, the one that casts most doubt on the numbers.
std::string build_type(const record::run_file& run) {
    std::set<std::string> types;
    for (const record::run_plugin& p : run.plugins) {
        types.insert(build_type(p.build));
    }
    return types.contains("debug")                     ? "debug"
           : types == std::set<std::string>{"release"} ? "release"
           : run.plugins.empty()                       ? fact(run, "benchmark.build") // imported
                                                       : "unknown";
}

/// 0 is unknown, as it is for mhz_per_cpu: the format has no null.
std::int64_t processors(const record::run_file& run) {
    const record::value* v = known(run, "cpu.processors");
    if (v != nullptr && std::holds_alternative<std::int64_t>(*v)) {
        return std::get<std::int64_t>(*v);
    }
    return run.device.kind == record::device_kind::cpu ? run.device.multiprocessors : 0;
}

void context(json_writer& to, const record::run_file& run) {
    to.key("context").begin_object();
    to.member("date", run.started).member("host_name", "unknown");
    to.member("executable", run.command.empty() ? "runner" : run.command.front());
    to.member("num_cpus", processors(run));
    to.member("mhz_per_cpu", std::int64_t{0}).member("cpu_scaling_enabled", false);
    to.key("caches").begin_array().end_array();
    to.key("load_avg").begin_array().end_array();
    to.member("library_version", run.harness_version).member("library_build_type", build_type(run));
    to.member("json_schema_version", std::int64_t{1});
    to.member("device", run.device.name).member("driver", fact(run, "driver.version"));
    to.member("gpudyno_run", run.id);
    to.end_object();
}

void write(json_writer& to, const entry& e) {
    to.begin_object().member("name", e.name).member("family_index", e.family);
    to.member("per_family_instance_index", std::size_t{0}).member("run_name", e.name);
    to.member("run_type", "iteration").member("repetitions", e.repetitions);
    to.member("repetition_index", e.repetition).member("threads", std::int64_t{1});
    to.member("iterations", e.iterations).member("real_time", e.real_time_s * nanoseconds);
    to.member("cpu_time", e.cpu_time_s * nanoseconds).member("time_unit", "ns");
    for (const auto& [name, value] : e.counters) {
        to.member(name, value);
    }
    to.end_object();
}

std::string write(const record::run_file& run, const std::vector<entry>& entries) {
    json_writer to;
    to.begin_object();
    context(to, run);
    to.key("benchmarks").begin_array();
    for (const entry& e : entries) {
        write(to, e);
    }
    return std::move(to.end_array().end_object()).finish();
}

bool is_time(const std::string& metric) {
    return metric == "time" || metric == "cpu_time";
}

std::int64_t iterations_of(const record::launch& l) {
    const record::metric* time = l.find("time");
    const auto samples = static_cast<std::int64_t>(time == nullptr ? 1 : time->samples.size());
    return l.measurement ? std::max<std::int64_t>(1, samples * l.measurement->batch) : 1;
}

} // namespace

std::string export_google_benchmark(const record::run_file& run) {
    std::vector<std::size_t> repetitions(run.cases.size()), next(run.cases.size());
    const auto has_time = [](const record::launch& l) {
        return l.status == record::status::ok && l.find("time") != nullptr;
    };
    for (const record::launch& l : run.launches) {
        repetitions[l.case_index] += has_time(l) ? 1 : 0;
    }
    std::vector<entry> entries;
    for (const record::launch& l : run.launches) {
        if (!has_time(l)) {
            continue;
        }
        entry e;
        e.name = run.cases[l.case_index].label;
        e.family = l.case_index;
        e.repetitions = repetitions[l.case_index];
        e.repetition = next[l.case_index]++;
        e.iterations = iterations_of(l);
        e.real_time_s = l.find("time")->value;
        const record::metric* cpu = l.find("cpu_time");
        e.cpu_time_s = cpu == nullptr ? e.real_time_s : cpu->value; // the format asks for one
        for (const record::metric& m : l.metrics) {
            if (!is_time(m.name)) {
                e.counters.emplace_back(m.name, m.value);
            }
        }
        entries.push_back(std::move(e));
    }
    return write(run, entries);
}

std::string export_github_action(const record::run_file& run) {
    std::vector<std::int64_t> iterations(run.cases.size(), 0);
    for (const record::launch& l : run.launches) {
        if (l.status == record::status::ok) {
            iterations[l.case_index] += iterations_of(l);
        }
    }
    std::vector<entry> entries;
    for (const summary::case_summary& c : summary::summarise(run)) {
        const summary::metric_summary *time = c.find("time"), *cpu = c.find("cpu_time");
        if (time == nullptr) {
            continue;
        }
        entry e;
        e.name = run.cases[c.case_index].label;
        e.family = c.case_index;
        e.iterations = iterations[c.case_index];
        e.real_time_s = time->median;
        e.cpu_time_s = cpu == nullptr ? time->median : cpu->median;
        for (const summary::metric_summary& m : c.metrics) {
            if (!is_time(m.name)) {
                e.counters.emplace_back(m.name, m.median);
            }
        }
        entries.push_back(std::move(e));
    }
    return write(run, entries);
}

} // namespace dyno::results
