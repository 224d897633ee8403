// A run file in which no field has its default, to see that each survives where it is carried.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

namespace sample {

using namespace dyno::record;

inline device gpu() {
    return {device_kind::cuda, "NVIDIA Test GPU", 1, "GPU-5d3a0000", "0000:65:00.0", 90, 132,
            151 << 20,         50 << 20};
}

inline policy cold_policy() {
    policy p;
    p.launches = 2;
    p.warmup_s = 0.1;
    p.max_warmup_s = 0.7;
    p.min_time_s = 1.0 / 3;
    p.max_time_s = 2.5;
    p.min_samples = 11;
    p.max_samples = 12;
    p.target_rel_ci = 0.02;
    p.min_sample_s = 0.003;
    p.time_limit_s = 17.25;
    p.cache = cache_state::cold;
    p.least_free_bytes = std::uint64_t{20} << 30;
    return p;
}

inline telemetry watched() {
    telemetry t;
    t.from_s = 10.5;
    t.to_s = 12.25;
    t.samples = 17;
    t.gaps = {{11, 11.5}};
    t.sm_clock_median_mhz = 1980.0;
    t.sm_clock_min_mhz = absent{"not supported"};
    t.memory_clock_median_mhz = 2619.0;
    t.memory_clock_min_mhz = 2618.0;
    t.power_mean_w = 650.5;
    t.power_max_w = 700.25;
    t.power_query = "instant";
    t.temperature_max_c = 61.0;
    t.event_reason_shares = std::map<std::string, double>{{"power cap", 0.75}, {"0x400000", 0.25}};
    t.energy_j = 1137.5;
    t.energy_per_iteration_j = 0.1;
    t.memory_used_max_bytes = 3e9;
    t.memory_query = "v2";
    t.pcie_generation_max = 5;
    t.pcie_width_max = 16;
    t.display_active = true;
    t.other_processes = std::vector<gpu_process>{{4711, 1 << 20, true}, {12, std::nullopt, false}};
    return t;
}

/// A launch that was measured, with everything that one can carry.
inline launch whole_launch() {
    launch l;
    l.case_index = 1;
    l.round = 2;
    l.status = status::invalid;
    l.reason = "element (3, 4) is 1.5, not 1.25";
    l.started = "2026-01-31T12:00:05Z";
    l.duration_s = 7.125;
    measurement m;
    m.batch = 20;
    m.warmup_iterations = 4000;
    m.warmup_s = 3.001;
    m.settled = false;
    m.stopped_by = "max_time_s";
    m.rel_ci = 0.0125;
    m.resolution_s = 5e-7;
    m.sample_starts_s = {10.5, 10.75, 11.0};
    l.measurement = m;
    l.metrics = {{"time", "s", direction::lower, 0.1 + 0.2, {0.3, 0.1 + 0.2, 1e-310}},
                 {"throughput", "FLOP/s", direction::higher, 1.7e308, {}},
                 {"skipped_steps", "1", direction::exact, -0.0, {}}};
    l.notes = {{"algorithm", "id 66, tile 128x256"}, {"", "a note without a name"}};
    l.warnings = {"not settled", "implausible"};
    l.libraries = {{"libcublasLt.so.13", "13.1.0", "/usr/local/lib/libcublasLt.so.13"},
                   {"libgomp.so.1", "", "/usr/lib/libgomp.so.1"}};
    l.telemetry = watched();
    l.log = "a line\nand another\n";
    return l;
}

/// A launch with as little as one can have.
inline launch bare_launch() {
    launch l;
    l.round = 1;
    l.status = status::not_run;
    l.reason = "the run was interrupted before it";
    return l;
}

inline lever lever_between_cases() {
    return {
        "size",
        "gemm",
        {{"m", std::int64_t{4096}}},
        {{"m", std::int64_t{1}}},
        {{0, 1, {{"time", 0.25, 0.125, 0.5, 4, 5}, {"throughput", 4, {}, {}, 3, 3}}}, {1, 0, {}}}};
}

inline run_file whole_run() {
    run_file f;
    f.id = "0123456789abcdef0123456789abcdef";
    f.started = "2026-01-31T12:00:00Z";
    f.finished = "2026-01-31T12:10:00Z";
    f.state = run_state::partial;
    f.harness_version = "0.1.0";
    f.command = {"runner", "--set", "measure.launches=2", "a b.toml"};
    f.scenario_name = "Everything";
    f.scenario_path = "scenarios/everything.toml";
    f.scenario_effective = "schema = 1\nname = \"Everything\"\n";
    f.device = gpu();
    f.identity = {{"driver.version", {value(std::string("580.65.06")), ""}},
                  {"gpu.ecc", {std::nullopt, "not supported"}},
                  {"gpu.multiprocessors", {value(std::int64_t{132}), ""}},
                  {"host.wsl", {value(false), ""}},
                  {"gpu.power_limit_w", {value(700.0), ""}}};
    f.circumstances = {{"host.load", {value(std::string("0.1 0.2 0.3")), ""}},
                       {"host.uptime_s", {std::nullopt, "no permission"}}};
    f.plugins = {{"gemm_cuda", "1.2.3", "GNU 12.2, Release", "/opt/gemm_cuda.so", "00ff"}};
    f.workloads = {{"gemm",
                    {{"m", std::int64_t{4096}}, {"dtype", std::string("bf16")}},
                    {{"throughput", "FLOP/s", direction::higher, "2 m n k over the time."}}}};
    run_case plain;
    plain.label = "gemm";
    plain.workload = "gemm";
    run_case named;
    named.id = "square";
    named.label = "gemm m=1 cache=cold";
    named.workload = "gemm";
    named.plugin = "gemm_cuda";
    named.parameters = {{"m", std::int64_t{1}},
                        {"limit", std::int64_t{INT64_MAX}},
                        {"least", std::int64_t{INT64_MIN}},
                        {"scale", 0.1},
                        {"whole", 4.0},
                        {"tuned", true},
                        {"dtype", std::string("bf16")}};
    named.policy = cold_policy();
    named.environment = {{"NVIDIA_TF32_OVERRIDE", "0"}};
    f.cases = {plain, named};
    f.launches = {bare_launch(), whole_launch()};
    f.levers = {lever_between_cases()};
    f.warnings = {"1 of 2 cases has fewer than 4 launches"};
    return f;
}

} // namespace sample
