// SPDX-License-Identifier: Apache-2.0
#include "statistics/median.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

using namespace dyno::statistics;

namespace {

std::vector<double> one_to(int n) {
    std::vector<double> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 1.0);
    return all;
}

} // namespace

TEST(median, of_odd_and_even_counts) {
    EXPECT_EQ(median(std::vector{3.0, 1.0, 2.0}), 2);
    EXPECT_EQ(median(std::vector{4.0, 1.0, 2.0, 3.0}), 2.5);
    EXPECT_EQ(median(std::vector{7.0}), 7);
    EXPECT_TRUE(std::isnan(median({})));
    EXPECT_EQ(median(std::vector{1e308, 1.5e308}), 1.25e308) << "no overflow";
}

TEST(quantile, interpolates_like_definition_7) {
    const std::vector numbers{1.0, 2.0, 4.0, 8.0};
    EXPECT_EQ(quantile(numbers, 0), 1);
    EXPECT_EQ(quantile(numbers, 1), 8);
    EXPECT_EQ(quantile(numbers, 0.25), 1.75);
    EXPECT_DOUBLE_EQ(quantile(numbers, 0.9), 6.8);
    EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

// Ranks from tables of the sign test's interval: n = 6 is [x1, x6], 10 is [x2, x9], 20 is
// [x6, x15], 100 is [x40, x61].
TEST(median_interval, takes_the_tabulated_order_statistics) {
    EXPECT_TRUE(std::isinf(median_interval(one_to(5)).low)) << "5 numbers reach 93.75 % only";
    EXPECT_EQ(median_interval(one_to(6)), (interval{1, 6}));
    EXPECT_EQ(median_interval(one_to(9)), (interval{2, 8}));
    EXPECT_EQ(median_interval(one_to(10)), (interval{2, 9}));
    EXPECT_EQ(median_interval(one_to(20)), (interval{6, 15}));
    EXPECT_EQ(median_interval(one_to(100)), (interval{40, 61}));
    EXPECT_EQ(median_interval(one_to(10000)), (interval{4902, 5099}));
    EXPECT_EQ(median_interval(one_to(5), 0.9), (interval{1, 5}));
    EXPECT_TRUE(std::isinf(median_interval({}).low));
}

TEST(relative_half_width, is_that_of_the_interval) {
    EXPECT_DOUBLE_EQ(relative_half_width(one_to(10)), 3.5 / 5.5);
    EXPECT_EQ(relative_half_width(std::vector<double>(8, 2.0)), 0);
    EXPECT_TRUE(std::isinf(relative_half_width(one_to(5))));
    EXPECT_TRUE(std::isinf(relative_half_width(std::vector<double>(8, 0.0))));
    EXPECT_TRUE(std::isinf(relative_half_width({})));
}

TEST(spread, is_robust) {
    EXPECT_NEAR(robust_deviation(std::vector{1.0, 2.0, 3.0, 4.0, 1000.0}), 1.4826022185, 1e-10);
    EXPECT_NEAR(relative_spread(std::vector{1.0, 2.0, 3.0, 4.0, 1000.0}), 0.4942007395, 1e-10);
    EXPECT_EQ(relative_spread(std::vector{5.0}), 0);
    EXPECT_TRUE(std::isnan(relative_spread(std::vector{0.0, 0.0})));
    EXPECT_TRUE(std::isnan(robust_deviation({})));
}
