// SPDX-License-Identifier: Apache-2.0
#include "statistics/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace dyno::statistics;

TEST(noise, of_one_run_a_side_is_the_pooled_variance) {
    const std::optional<noise> n = estimate_noise({{1, 2, 3}}, {{4, 8}});
    ASSERT_TRUE(n);
    EXPECT_DOUBLE_EQ(n->within, (2.0 + 8.0) / 3);
    EXPECT_FALSE(n->between) << "one run a side says nothing about other sessions";
    EXPECT_DOUBLE_EQ(n->deviation(), std::sqrt(10.0 / 3));
}

TEST(noise, between_runs_is_what_the_launches_do_not_explain) {
    // Run means 1, 3 and 10, 14; within each run ±1, so its variance is 2 with 1 degree each.
    const std::optional<noise> n = estimate_noise({{0, 2}, {2, 4}}, {{9, 11}, {13, 15}});
    ASSERT_TRUE(n);
    EXPECT_DOUBLE_EQ(n->within, 2);
    ASSERT_TRUE(n->between);
    EXPECT_DOUBLE_EQ(*n->between, (2.0 + 8.0) / 2 - 2.0 / 2);
}

TEST(noise, between_runs_is_not_below_zero) {
    const std::optional<noise> n = estimate_noise({{0, 2}, {2, 0}}, {{1, 3}});
    ASSERT_TRUE(n && n->between);
    EXPECT_EQ(*n->between, 0);
}

TEST(noise, is_unknown_from_single_launches) {
    EXPECT_FALSE(estimate_noise({{1}}, {{2}}));
    EXPECT_FALSE(estimate_noise({{1}, {2}}, {{2}}));
    EXPECT_TRUE(estimate_noise({{1}, {}}, {{2, 2}})) << "an empty run counts nowhere";
}

TEST(margin, is_the_larger_of_change_and_noise) {
    EXPECT_NEAR(margin_of(0.001, 0.02, 2), std::log(1.02), 1e-15);
    EXPECT_DOUBLE_EQ(margin_of(0.03, 0.02, 2), 0.06);
}
