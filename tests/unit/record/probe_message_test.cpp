// SPDX-License-Identifier: Apache-2.0
#include "record/probe_message.hpp"

#include "sample_run.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno::record {
namespace {

using testing::HasSubstr;

telemetry_sample whole_sample() {
    telemetry_sample s;
    s.at_s = 12.5;
    s.took_s = 0.001;
    s.sm_clock_mhz = 1980;
    s.memory_clock_mhz = absent{"no permission"};
    s.power_w = 699.5;
    s.power_query = "instant";
    s.temperature_c = 61.0;
    s.event_reasons = ~std::uint64_t{0};
    s.energy_j = 1e9;
    gpu_surroundings around;
    around.memory = gpu_memory{1 << 20, 1 << 30, "v1"};
    around.gpu_utilisation_percent = 99;
    around.memory_utilisation_percent = 12;
    around.pcie_generation = 5;
    around.pcie_width = absent{"lost"};
    around.display_active = false;
    around.compute_processes = std::vector<gpu_process>{{4711, 5, false}};
    around.graphics_processes = std::vector<gpu_process>{};
    s.surroundings = around;
    return s;
}

TEST(probe_message, requests_come_back) {
    const probe_request watch{sample::gpu(), {}};
    EXPECT_EQ(read_probe_request(write_line(watch)), watch);
    for (const bool on : {true, false}) {
        const probe_request sampling{{}, on};
        EXPECT_EQ(read_probe_request(write_line(sampling)), sampling);
    }
}

TEST(probe_message, events_come_back) {
    const probe_event seen{{}, whole_sample()};
    EXPECT_EQ(read_probe_event(write_line(seen)), seen);
    probe_event short_one{{}, whole_sample()};
    short_one.sample->surroundings.reset();
    EXPECT_EQ(read_probe_event(write_line(short_one)), short_one);
    const probe_event facts{
        fact_sheet{sample::whole_run().identity, sample::whole_run().circumstances}, {}};
    EXPECT_EQ(read_probe_event(write_line(facts)), facts);
}

TEST(probe_message, an_unasked_reading_has_a_reason) {
    probe_event bare{{}, telemetry_sample{}};
    const telemetry_sample back = read_probe_event(write_line(bare)).sample.value();
    EXPECT_FALSE(back.power_w.has_value());
    EXPECT_EQ(back.power_w.reason(), "not asked");
}

TEST(probe_message, others_are_refused) {
    EXPECT_THAT(thrown_message([] { (void)read_probe_request("{}"); }),
                HasSubstr("request: the key 'sampling' is missing"));
    EXPECT_THAT(thrown_message([] { (void)read_probe_event("{}"); }),
                HasSubstr("event: the key 'sample' is missing"));
    EXPECT_THAT(thrown_message([] { (void)read_probe_event("not JSON"); }),
                HasSubstr("event: not valid JSON"));
    for (const char* bits :
         {"\"4\"", "4", "\"0x\"", "\"0x10000000000000000\"", "\"0x-4\"", "\"0x4 \""}) {
        std::string line = write_line(probe_event{{}, whole_sample()});
        const std::string written = "\"0xffffffffffffffff\"";
        line.replace(line.find(written), written.size(), bits);
        EXPECT_THAT(thrown_message([&] { (void)read_probe_event(line); }),
                    HasSubstr("event.sample.event_reasons: "))
            << bits;
    }
}

} // namespace
} // namespace dyno::record
