// SPDX-License-Identifier: Apache-2.0
#include "telemetry/event_reasons.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(event_reasons, have_names) {
    EXPECT_THAT(event_reason_names(0), IsEmpty());
    EXPECT_THAT(event_reason_names(0x4), ElementsAre("power_cap"));
    EXPECT_THAT(event_reason_names(0x20), ElementsAre("software_thermal"));
    EXPECT_THAT(event_reason_names(0x40), ElementsAre("hardware_thermal"));
    EXPECT_THAT(event_reason_names(0x80), ElementsAre("power_brake"));
    EXPECT_THAT(event_reason_names(0x1ff),
                ElementsAre("idle", "application_clocks", "power_cap", "hardware_slowdown",
                            "sync_boost", "software_thermal", "hardware_thermal", "power_brake",
                            "display_clock"));
}

TEST(event_reasons, unknown_bits_are_kept_in_hex) {
    EXPECT_THAT(event_reason_names(0x400004), ElementsAre("power_cap", "0x400000"));
    EXPECT_THAT(event_reason_names(0x8000000000000000), ElementsAre("0x8000000000000000"));
}

TEST(event_reasons, power_cap_is_normal_and_heat_is_not) {
    for (const char* normal : {"idle", "power_cap", "application_clocks", "0x400000", ""}) {
        EXPECT_FALSE(is_slowdown(normal)) << normal;
    }
    for (const char* slow :
         {"hardware_slowdown", "software_thermal", "hardware_thermal", "power_brake"}) {
        EXPECT_TRUE(is_slowdown(slow)) << slow;
    }
}

} // namespace
} // namespace dyno
