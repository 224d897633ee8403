// SPDX-License-Identifier: Apache-2.0
#include "display/quantity.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace dyno::display;

TEST(quantity, chooses_the_prefix) {
    EXPECT_EQ(quantity(0.001234, "s"), "1.234 ms");
    EXPECT_EQ(quantity(1.5e-9, "s"), "1.500 ns");
    EXPECT_EQ(quantity(2.5e-5, "s"), "25.00 µs");
    EXPECT_EQ(quantity(4000, "s"), "4000 s");
    EXPECT_EQ(quantity(671.2e12, "FLOP/s"), "671.2 TFLOP/s");
    EXPECT_EQ(quantity(24.0 * 1073741824, "B"), "24.00 GiB");
    EXPECT_EQ(quantity(512, "B"), "512 B");
    EXPECT_EQ(quantity(4.8e12, "B/s"), "4.800 TB/s");
    EXPECT_EQ(quantity(6083, "img/s"), "6083 img/s");
    EXPECT_EQ(quantity(700, "W"), "700.0 W");
    EXPECT_EQ(quantity(0.0031, "J"), "3.100 mJ");
    EXPECT_EQ(quantity(2.5, "1"), "2.500");
    EXPECT_EQ(quantity(12.25, "widgets"), "12.25 widgets");
}

TEST(quantity, chooses_it_after_rounding) {
    EXPECT_EQ(quantity(0.00099999, "s"), "1.000 ms");
    EXPECT_EQ(quantity(999.4e9, "FLOP/s"), "999.4 GFLOP/s");
    EXPECT_EQ(quantity(999.96e9, "FLOP/s"), "1.000 TFLOP/s");
}

TEST(quantity, takes_its_digits_from_the_half_width) {
    EXPECT_EQ(quantity(671.2e12, "FLOP/s", 3.4e12), "671 TFLOP/s");
    EXPECT_EQ(quantity(0.00123456, "s", 0.00123456 * 0.005), "1.235 ms");
    EXPECT_EQ(quantity(0.00123456, "s", 0.00123456 * 0.2), "1.23 ms") << "three digits at least";
    EXPECT_EQ(quantity(0.00123456, "s", 1e-12), "1.23456 ms") << "six digits at most";
    EXPECT_EQ(quantity(0.00123456, "s", NAN), "1.235 ms");
    EXPECT_EQ(quantity(6083.4, "img/s", 30), "6083 img/s") << "whole digits are never rounded away";
}

TEST(quantity, keeps_signs_and_zeros) {
    EXPECT_EQ(quantity(0, "s"), "0 s");
    EXPECT_EQ(quantity(-0.0, "s"), "0 s");
    EXPECT_EQ(quantity(-0.001234, "s"), "-1.234 ms");
    EXPECT_EQ(quantity(1e-13, "s"), "0.0001000 ns");
    EXPECT_EQ(quantity(1e-20, "s"), "1.000e-11 ns");
}

TEST(quantity, of_nothing_is_no_number) {
    EXPECT_EQ(quantity(NAN, "s"), "—");
    EXPECT_EQ(quantity(INFINITY, "B"), "—");
    EXPECT_EQ(percent(NAN), "—");
    EXPECT_EQ(signed_percent(INFINITY), "—");
    EXPECT_EQ(number(NAN), "—");
}

TEST(quantity, in_one_scale_for_a_column) {
    const scale ms = scale_for(0.0012, "s");
    EXPECT_EQ(ms.unit, "ms");
    EXPECT_EQ(in_scale(0.0123456, ms, 0), "12.35");
    EXPECT_EQ(in_scale(0.0000012, ms, 0), "0.001200");
}

TEST(percent, has_a_sign_where_asked) {
    EXPECT_EQ(percent(0.846), "84.6 %");
    EXPECT_EQ(percent(0.84, 0), "84 %");
    EXPECT_EQ(signed_percent(0.049), "+4.9 %");
    EXPECT_EQ(signed_percent(-0.003), "-0.3 %");
    EXPECT_EQ(signed_percent(0.0001), "0.0 %");
    EXPECT_EQ(signed_percent(-0.0001), "0.0 %");
}

TEST(number, has_no_idle_zeros) {
    EXPECT_EQ(number(1), "1");
    EXPECT_EQ(number(0), "0");
    EXPECT_EQ(number(0.05), "0.05");
    EXPECT_EQ(number(1234567), "1234567");
    EXPECT_EQ(number(2.0001), "2");
    EXPECT_EQ(number(2.345678, 3), "2.35");
}
