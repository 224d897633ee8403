// SPDX-License-Identifier: Apache-2.0
#include "unit.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;

TEST(unit, converts_within_a_family) {
    EXPECT_EQ(to_base(250, *unit_in_base_of("ns")), to_base(0.25, *unit_in_base_of("µs")));
    EXPECT_DOUBLE_EQ(to_base(100, *unit_in_base_of("ns")), to_base(0.1, *unit_in_base_of("µs")));
    EXPECT_EQ(to_base(2, *unit_in_base_of("TFLOP/s")), 2e12);
    EXPECT_EQ(to_base(1, *unit_in_base_of("GiB")), 1073741824);
    EXPECT_EQ(to_base(1, *unit_in_base_of("GB/s")), 1e9);
    EXPECT_EQ(unit_in_base_of("ms")->base, "s");
}

TEST(unit, knows_no_family_of_others) {
    EXPECT_FALSE(unit_in_base_of("img/s")) << "not a prefix of seconds";
    EXPECT_FALSE(unit_in_base_of("widgets"));
    EXPECT_FALSE(unit_in_base_of("ks")) << "no one writes kiloseconds";
    EXPECT_FALSE(unit_in_base_of("mB")) << "millibytes are a misspelling";
    EXPECT_FALSE(unit_in_base_of("1"));
    EXPECT_FALSE(unit_in_base_of(""));
}
