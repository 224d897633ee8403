// SPDX-License-Identifier: Apache-2.0
#include "run/peak_share.hpp"

#include <gmock/gmock.h>

namespace {

using namespace dyno::record;
using dyno::add_share_of_peak_at_clock;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A launch at 80 % of the data sheet's peak of a rate, with the SM clock at 1.2 GHz.
launch of(const std::string& rate) {
    launch l;
    l.metrics = {{"share_of_peak", "1", direction::higher, 0.8, {}}};
    l.notes["peak_rate"] = rate;
    l.telemetry.emplace();
    l.telemetry->sm_clock_median_mhz = 1200.0;
    return l;
}

TEST(share_of_peak_at_clock, is_of_the_peak_times_the_clock_over_the_boost_clock) {
    launch l = of("bf16");
    l.telemetry->sm_clock_median_mhz = 1650.0;
    add_share_of_peak_at_clock("NVIDIA H200", l); // tensor cores are counted at 1.83 GHz
    const metric* found = l.find("share_of_peak_at_clock");
    ASSERT_NE(found, nullptr);
    EXPECT_NEAR(found->value, 0.8 * 1830 / 1650, 1e-9);
    EXPECT_EQ(found->unit, "1");
    EXPECT_EQ(found->better, direction::higher);
    EXPECT_THAT(l.warnings, IsEmpty());
}

TEST(share_of_peak_at_clock, cuda_cores_are_counted_at_their_own_clock) {
    launch l = of("fp32");
    l.telemetry->sm_clock_median_mhz = 1650.0;
    add_share_of_peak_at_clock("NVIDIA H200", l);
    EXPECT_NEAR(l.find("share_of_peak_at_clock")->value, 0.8 * 1980 / 1650, 1e-9);
}

TEST(share_of_peak_at_clock, above_one_is_implausible) {
    launch l = of("bf16");
    add_share_of_peak_at_clock("NVIDIA H200", l);
    EXPECT_NEAR(l.find("share_of_peak_at_clock")->value, 1.22, 1e-9);
    ASSERT_THAT(l.warnings, SizeIs(1));
    EXPECT_THAT(l.warnings[0], HasSubstr("implausible: 122.0 %"));
    EXPECT_THAT(l.warnings[0], HasSubstr("1200 MHz"));
}

TEST(share_of_peak_at_clock, is_left_out_where_something_is_unknown) {
    const auto adds_nothing = [](launch l, const char* gpu) {
        add_share_of_peak_at_clock(gpu, l);
        return l.find("share_of_peak_at_clock") == nullptr;
    };
    EXPECT_FALSE(adds_nothing(of("bf16"), "NVIDIA H200"));
    EXPECT_TRUE(adds_nothing(of("bf16"), "NVIDIA Test GPU"));
    EXPECT_TRUE(adds_nothing(of("memory"), "NVIDIA H200")); // does not follow the SM clock
    launch without = of("bf16");
    without.telemetry->sm_clock_median_mhz = absent{"not supported"};
    EXPECT_TRUE(adds_nothing(without, "NVIDIA H200"));
    without.telemetry.reset();
    EXPECT_TRUE(adds_nothing(without, "NVIDIA H200"));
    without = of("bf16");
    without.metrics.clear();
    EXPECT_TRUE(adds_nothing(without, "NVIDIA H200"));
    without = of("bf16");
    without.notes.clear();
    EXPECT_TRUE(adds_nothing(without, "NVIDIA H200"));
}

} // namespace
