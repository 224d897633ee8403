// SPDX-License-Identifier: Apache-2.0
#include "generated_runs.hpp"

#include "record/run_file.hpp"
#include "record/text_file.hpp"
#include "record/writer.hpp"
#include "statistics/median.hpp"
#include "statistics/random_source.hpp"

#include <cmath>

using namespace dyno::record;
using dyno::statistics::random_source;

namespace {

constexpr double launch_noise = 0.005, sample_noise = 0.002;

run_file head(const run_shape& shape, std::uint64_t seed, const std::string& started) {
    run_file f;
    f.id = "generated " + std::to_string(seed);
    f.started = f.finished = started;
    f.state = run_state::complete;
    f.harness_version = "0.1.0";
    f.command = {"runner", "generated.toml"};
    f.scenario_name = "generated";
    f.device = {device_kind::cuda,       "NVIDIA Test GPU", 0, "GPU-1", "0000:01:00.0", 90, 132,
                std::uint64_t{80} << 30, 50 << 20};
    f.identity = {{"driver.version", {std::string("580.65.06"), ""}},
                  {"host.kernel", {std::string("6.1.0"), ""}}};
    f.workloads = {{"gemm", {}, {}}};
    for (std::size_t i = 0; i < shape.cases; ++i) {
        run_case c;
        c.workload = "gemm";
        c.parameters = {{"dtype", std::string(i % 2 == 0 ? "bf16" : "fp32")},
                        {"m", static_cast<std::int64_t>(64 * (i + 1))},
                        {"n", std::int64_t{4096}},
                        {"k", std::int64_t{4096}},
                        {"input", std::string("normal")}};
        c.label =
            "gemm dtype=" + to_text(c.parameters["dtype"]) + " m=" + to_text(c.parameters["m"]);
        f.cases.push_back(std::move(c));
    }
    return f;
}

metric sampled(const std::string& name, double middle, std::size_t samples, random_source& source) {
    metric m{name, "s", direction::lower, middle, {}};
    for (std::size_t i = 0; i < samples; ++i) {
        m.samples.push_back(middle * std::exp(sample_noise * source.normal()));
    }
    if (!m.samples.empty()) {
        m.value = dyno::statistics::median(m.samples);
    }
    return m;
}

/// How it was measured and what was loaded: in every launch.
void add_circumstances(launch& to, const run_shape& shape) {
    const double time = to.metrics.front().value;
    measurement how;
    how.stopped_by = "target_rel_ci";
    for (std::size_t i = 0; i < shape.samples; ++i) {
        how.sample_starts_s.push_back(1000 + time * static_cast<double>(i));
    }
    to.measurement = how;
    for (const char* name : {"libcuda.so.1", "libcudart.so.13", "libcublas.so.13",
                             "libcublasLt.so.13", "libc.so.6", "libstdc++.so.6"}) {
        to.libraries.push_back({name, "13.0", std::string("/usr/lib/x86_64-linux-gnu/") + name});
    }
}

void add_the_rest(launch& to, const run_shape& shape, random_source& source) {
    const double time = to.metrics.front().value;
    for (const char* name : {"wall_time", "enqueue_time", "cpu_time"}) {
        to.metrics.push_back(sampled(name, time * 0.9, shape.samples, source));
    }
    to.metrics.push_back({"throughput", "FLOP/s", direction::higher, 1e12 / time, {}});
    telemetry watched;
    watched.samples = 20;
    watched.sm_clock_median_mhz = 1980.0;
    watched.energy_per_iteration_j = 0.5;
    to.telemetry = watched;
}

} // namespace

void write_generated_run(const std::filesystem::path& path, const run_shape& shape,
                         std::uint64_t seed, const std::string& started, bool is_slower) {
    run_file f = head(shape, seed, started);
    random_source source(seed);
    for (std::size_t round = 1; round <= shape.launches; ++round) {
        for (std::size_t i = 0; i < shape.cases; ++i) {
            const bool slower = is_slower && i % 100 == 0;
            const double middle = 1e-3 * (1 + 1e-3 * static_cast<double>(i)) * (slower ? 1.05 : 1) *
                                  std::exp(launch_noise * source.normal());
            launch l;
            l.case_index = i;
            l.round = static_cast<int>(round);
            l.status = status::ok;
            l.started = started;
            l.duration_s = 5;
            l.metrics.push_back(sampled("time", middle, shape.samples, source));
            add_circumstances(l, shape);
            if (shape.is_whole) {
                add_the_rest(l, shape, source);
            }
            f.launches.push_back(std::move(l));
        }
    }
    replace_text(path, write(f));
}
