// SPDX-License-Identifier: Apache-2.0
#include "statistics/geometric_mean.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace dyno::statistics;

TEST(geometric_mean, has_count_and_interval) {
    const std::optional<geometric_mean> g = geometric_mean_of(std::vector{2., 8.});
    ASSERT_TRUE(g);
    EXPECT_NEAR(g->ratio, 4, 1e-12);
    EXPECT_EQ(g->count, 2u);
    // Half-width on logs: t_1(.975) = 12.7062 times ln(2), the standard error.
    EXPECT_NEAR(std::log(g->bounds.high / 4), 12.7062047362 * std::log(2.0), 1e-9);
    EXPECT_NEAR(g->bounds.low * g->bounds.high, 16, 1e-9);
}

TEST(geometric_mean, of_one_row_is_unbounded_and_of_none_is_none) {
    EXPECT_FALSE(geometric_mean_of({}));
    const std::optional<geometric_mean> g = geometric_mean_of(std::vector{1.5});
    ASSERT_TRUE(g);
    EXPECT_NEAR(g->ratio, 1.5, 1e-15);
    EXPECT_EQ(g->bounds.low, 0);
    EXPECT_TRUE(std::isinf(g->bounds.high));
}
