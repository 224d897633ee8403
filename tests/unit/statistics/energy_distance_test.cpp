// SPDX-License-Identifier: Apache-2.0
#include "statistics/energy_distance.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

using namespace dyno::statistics;

TEST(energy_distance, right_values) {
    std::vector<double> x(99), y(104);
    std::iota(x.begin(), x.end(), 1.0);
    std::iota(y.begin(), y.end(), 1.0);
    const energy_distance d = energy_between(x, y);
    EXPECT_NEAR(d.e, .160, 5e-4);
    EXPECT_NEAR(d.t, 8.136, 5e-4);
    EXPECT_NEAR(d.h, .002, 5e-4);
}

TEST(energy_distance, is_none_of_equal_samples_and_whole_of_constants) {
    const std::vector x{1., 2., 5.};
    EXPECT_NEAR(energy_between(x, x).e, 0, 1e-15);
    EXPECT_EQ(energy_between(std::vector{1., 1.}, std::vector{3., 3.}).h, 1);
    EXPECT_EQ(energy_between(std::vector{1.}, std::vector{1.}).h, 0);
}
