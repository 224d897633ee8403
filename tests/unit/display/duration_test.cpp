// SPDX-License-Identifier: Apache-2.0
#include "display/duration.hpp"

#include <gtest/gtest.h>

#include <cmath>

using dyno::display::duration;

TEST(duration, says_two_units_at_most) {
    EXPECT_EQ(duration(0), "0 ms");
    EXPECT_EQ(duration(0.85), "850 ms");
    EXPECT_EQ(duration(0.9996), "1.0 s");
    EXPECT_EQ(duration(3.21), "3.2 s");
    EXPECT_EQ(duration(9.96), "10 s");
    EXPECT_EQ(duration(59.6), "1 min");
    EXPECT_EQ(duration(130), "2 min 10 s");
    EXPECT_EQ(duration(3900), "1 h 5 min");
    EXPECT_EQ(duration(3600 * 24 * 3 + 3600 * 4), "3 d 4 h");
}

TEST(duration, of_nothing_is_no_number) {
    EXPECT_EQ(duration(-1), "—");
    EXPECT_EQ(duration(NAN), "—");
    EXPECT_EQ(duration(INFINITY), "—");
}
