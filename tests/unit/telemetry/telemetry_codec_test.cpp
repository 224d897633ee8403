// Telemetry and the probe's messages survive being written and read.
// SPDX-License-Identifier: Apache-2.0
#include "record/error.hpp"
#include "record/probe_message.hpp"
#include "record/reader.hpp"
#include "record/writer.hpp"

#include "fake_gpu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno::record {
namespace {

using testing::HasSubstr;

telemetry_sample full_sample() {
    telemetry_sample s;
    s.at_s = 12345.678901;
    s.took_s = 0.0042;
    s.sm_clock_mhz = 1905;
    s.memory_clock_mhz = 2619;
    s.power_w = 686.25;
    s.power_query = "instant";
    s.temperature_c = absent{"not supported"};
    s.event_reasons = std::uint64_t{0x8000000000000004};
    s.energy_j = 123456.789;
    gpu_surroundings around;
    around.memory = gpu_memory{904, 1000, "v2"};
    around.gpu_utilisation_percent = 99;
    around.memory_utilisation_percent = absent{"lost"};
    around.pcie_generation = 5;
    around.pcie_width = 16;
    around.display_active = false;
    around.compute_processes = std::vector<gpu_process>{{77, 1000, false}, {88, {}, false}};
    around.graphics_processes = absent{"no permission"};
    s.surroundings = around;
    return s;
}

telemetry full_summary() {
    telemetry t;
    t.from_s = 1;
    t.to_s = 3.5;
    t.samples = 25;
    t.gaps = {{1.5, 2.75}};
    t.sm_clock_median_mhz = 1905.0;
    t.sm_clock_min_mhz = 1890.0;
    t.memory_clock_median_mhz = absent{"lost"};
    t.memory_clock_min_mhz = absent{"lost"};
    t.power_mean_w = 600.5;
    t.power_max_w = 700.0;
    t.power_query = "average";
    t.temperature_max_c = 61.0;
    t.event_reason_shares = std::map<std::string, double>{{"power_cap", 0.96}, {"0x400000", 0.04}};
    t.energy_j = 1500.0;
    t.energy_per_iteration_j = absent{"iterations not counted"};
    t.memory_used_max_bytes = 9e9;
    t.memory_query = "v2";
    t.pcie_generation_max = 5;
    t.pcie_width_max = 16;
    t.display_active = true;
    t.other_processes = std::vector<gpu_process>{{66, {}, true}};
    return t;
}

TEST(telemetry_codec, sample_survives) {
    probe_event event;
    event.sample = full_sample();
    EXPECT_EQ(read_probe_event(write_line(event)).sample, event.sample);
    event.sample->surroundings.reset();
    EXPECT_EQ(read_probe_event(write_line(event)).sample, event.sample);
}

TEST(telemetry_codec, absent_is_null_with_its_reason) {
    probe_event event;
    event.sample = full_sample();
    EXPECT_THAT(write_line(event), HasSubstr(R"("temperature_c":null)"));
    EXPECT_THAT(write_line(event), HasSubstr(R"("unknown":{"temperature_c":"not supported"})"));
    EXPECT_THAT(write_line(event), HasSubstr(R"("event_reasons":"0x8000000000000004")"));
}

TEST(telemetry_codec, facts_survive) {
    probe_event event;
    event.facts = fact_sheet{{{"gpu.power_limit_w", {value(450.0), ""}}},
                             {{"gpu.vbios_version", {std::nullopt, "no permission"}}}};
    EXPECT_EQ(read_probe_event(write_line(event)).facts, event.facts);
}

TEST(telemetry_codec, requests_survive) {
    EXPECT_EQ(read_probe_request(write_line(probe_request{{}, true})).sampling, true);
    EXPECT_EQ(read_probe_request(write_line(probe_request{{}, false})).sampling, false);
    const auto watch = read_probe_request(write_line(probe_request{fakes::first_gpu(), {}}));
    EXPECT_EQ(watch.watch, fakes::first_gpu());
}

TEST(telemetry_codec, launch_keeps_its_telemetry) {
    run_file file;
    file.state = run_state::complete;
    file.device = fakes::first_gpu();
    file.cases.emplace_back();
    launch one;
    one.status = status::ok;
    one.telemetry = full_summary();
    file.launches = {one, one};
    file.launches[1].telemetry.reset();
    const run_file read = parse_run_file(write(file), "test");
    EXPECT_EQ(read.launches.at(0).telemetry, one.telemetry);
    EXPECT_FALSE(read.launches.at(1).telemetry.has_value());
}

TEST(telemetry_codec, nonsense_is_refused) {
    for (const char* line : {"", "{}", "[]", R"({"sample":{}})", R"({"sample":7})",
                             R"({"facts":{}})", "{\"sample\":"}) {
        EXPECT_THROW((void)read_probe_event(line), error) << line;
    }
    for (const char* line : {"", "{}", R"({"sampling":"yes"})", R"({"watch":"GPU-1"})"}) {
        EXPECT_THROW((void)read_probe_request(line), error) << line;
    }
    probe_event event;
    event.sample = full_sample();
    std::string line = write_line(event);
    line.replace(line.find("0x8000000000000004"), 18, "0x80000000000000zz");
    EXPECT_THROW((void)read_probe_event(line), error);
}

} // namespace
} // namespace dyno::record
