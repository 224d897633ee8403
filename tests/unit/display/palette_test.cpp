// SPDX-License-Identifier: Apache-2.0
#include "display/palette.hpp"

#include <gtest/gtest.h>

using dyno::display::palette;
using dyno::display::style;

TEST(palette, paints_only_if_enabled) {
    EXPECT_EQ(palette(false).paint("worse", style::bad), "worse");
    EXPECT_EQ(palette(true).paint("worse", style::bad), "\x1b[31mworse\x1b[0m");
    EXPECT_EQ(palette(true).paint("worse", style::plain), "worse");
    EXPECT_EQ(palette(true).paint("", style::bad), "");
}
