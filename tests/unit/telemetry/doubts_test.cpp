// SPDX-License-Identifier: Apache-2.0
#include "telemetry/doubts.hpp"

#include "fake_gpu.hpp"
#include "scoped_environment.hpp"
#include "telemetry/gpu_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The doubts of a GPU as the script in force describes it.
std::vector<std::string> doubts_now() {
    const nvml library;
    const nvml_device gpu(library, fakes::first_gpu());
    return doubts_before(find_gpu_facts(fakes::first_gpu(), 13000, gpu));
}

TEST(doubts_before, an_idle_gpu_raises_none) {
    EXPECT_THAT(doubts_now(), IsEmpty());
}

TEST(doubts_before, what_is_unknown_raises_none) {
    const nvml_device none("no NVML");
    EXPECT_THAT(doubts_before(find_gpu_facts(fakes::first_gpu(), std::nullopt, none)), IsEmpty());
    EXPECT_THAT(doubts_before({}), IsEmpty());
}

TEST(doubts_before, compute_processes) {
    const scoped_environment pids("FAKE_NVML_COMPUTE_PIDS", "77;88");
    const scoped_environment used("FAKE_NVML_MEMORY_USED_BYTES", "8000000000");
    EXPECT_THAT(doubts_now(), ElementsAre(HasSubstr("2 compute processes (77 88)")));
}

TEST(doubts_before, memory_in_use_by_nobody) {
    const scoped_environment used("FAKE_NVML_MEMORY_USED_BYTES", "8589934592");
    EXPECT_THAT(doubts_now(), ElementsAre(AllOf(HasSubstr("8.0 GiB"), HasSubstr("container"))));
}

TEST(doubts_before, memory_that_the_driver_reserves_raises_none) {
    const scoped_environment old("FAKE_NVML_FAIL", "nvmlDeviceGetMemoryInfo_v2:13");
    const scoped_environment reserved("FAKE_NVML_MEMORY_RESERVED_BYTES", "900000000");
    EXPECT_THAT(doubts_now(), IsEmpty());
}

TEST(doubts_before, load) {
    const scoped_environment load("FAKE_NVML_UTILISATION", "87");
    EXPECT_THAT(doubts_now(), ElementsAre(HasSubstr("87 % utilisation")));
}

TEST(doubts_before, display_and_graphics) {
    const scoped_environment pids("FAKE_NVML_GRAPHICS_PIDS", "99");
    {
        const scoped_environment display("FAKE_NVML_DISPLAY", "1");
        EXPECT_THAT(doubts_now(), ElementsAre(AllOf(HasSubstr("drives a display"),
                                                    HasSubstr("1 graphics process: 99"))));
    }
    EXPECT_THAT(doubts_now(), ElementsAre(HasSubstr("used for graphics")));
}

TEST(doubts_before, power_limit_below_default) {
    {
        const scoped_environment limit("FAKE_NVML_POWER_LIMIT_MW", "699999");
        EXPECT_THAT(doubts_now(), IsEmpty());
    }
    const scoped_environment limit("FAKE_NVML_POWER_LIMIT_MW", "350000");
    EXPECT_THAT(doubts_now(), ElementsAre(AllOf(HasSubstr("350 W"), HasSubstr("default 700 W"),
                                                HasSubstr("nvidia-smi -pl 700"))));
}

TEST(doubts_before, compute_modes) {
    {
        const scoped_environment mode("FAKE_NVML_COMPUTE_MODE", "2");
        EXPECT_THAT(doubts_now(), ElementsAre(HasSubstr("prohibits every CUDA program")));
    }
    const scoped_environment mode("FAKE_NVML_COMPUTE_MODE", "3");
    EXPECT_THAT(doubts_now(), ElementsAre(HasSubstr("exclusive_process")));
}

TEST(doubts_before, modes_that_change_with_the_next_reset) {
    const scoped_environment ecc("FAKE_NVML_ECC", "0;1");
    const scoped_environment mig("FAKE_NVML_MIG", "1;0");
    EXPECT_THAT(doubts_now(),
                ElementsAre(HasSubstr("ECC is off but will be on"),
                            HasSubstr("MIG is on but will be off"), HasSubstr("shared")));
}

record::telemetry quiet() {
    record::telemetry t;
    t.event_reason_shares = std::map<std::string, double>{{"power_cap", 1.0}, {"idle", 0.1}};
    t.other_processes = std::vector<record::gpu_process>();
    return t;
}

TEST(doubts_during, power_cap_is_normal) {
    EXPECT_THAT(doubts_during(quiet()), IsEmpty());
}

TEST(doubts_during, slowdowns_and_unknown_reasons) {
    record::telemetry t = quiet();
    t.event_reason_shares = std::map<std::string, double>{
        {"hardware_thermal", 0.125}, {"0x400000", 0.001}, {"power_cap", 0.5}};
    EXPECT_THAT(doubts_during(t),
                ElementsAre(AllOf(HasSubstr("0x400000"), HasSubstr("1 %")),
                            AllOf(HasSubstr("hardware_thermal"), HasSubstr("13 %"))));
}

TEST(doubts_during, sharing_and_silence) {
    record::telemetry t = quiet();
    t.other_processes =
        std::vector<record::gpu_process>{{66, std::nullopt, false}, {99, std::nullopt, true}};
    t.gaps = {{1, 3.25}};
    EXPECT_THAT(doubts_during(t),
                ElementsAre(HasSubstr("66, 99 (graphics)"), HasSubstr("silent for 2.2 s")));
}

TEST(doubts_during, what_is_unknown_raises_none) {
    EXPECT_THAT(doubts_during({}), IsEmpty());
}

} // namespace
} // namespace dyno
