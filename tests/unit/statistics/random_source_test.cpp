// SPDX-License-Identifier: Apache-2.0
#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace dyno::statistics;

TEST(random_source, is_splitmix64) {
    random_source source(1234567); // reference values of the algorithm's authors
    EXPECT_EQ(source.next(), 6457827717110365317u);
    EXPECT_EQ(source.next(), 3203168211198807973u);
}

TEST(random_source, draws_are_even) {
    random_source source(8);
    std::array<int, 6> counts{};
    for (int i = 0; i < 60000; ++i) {
        ++counts[source.below(6)];
    }
    for (const int count : counts) {
        EXPECT_NEAR(count, 10000, 400);
    }
    double sum = 0, squares = 0;
    for (int i = 0; i < 100000; ++i) {
        const double v = source.normal();
        sum += v;
        squares += v * v;
    }
    EXPECT_NEAR(sum / 100000, 0, 0.015);
    EXPECT_NEAR(squares / 100000, 1, 0.02);
}

TEST(random_source, seeds_depend_on_values_and_order) {
    EXPECT_EQ(seed_of(std::vector{1., 2.}), seed_of(std::vector{1., 2.}));
    EXPECT_NE(seed_of(std::vector{1., 2.}), seed_of(std::vector{2., 1.}));
    EXPECT_NE(seed_of(std::vector{1., 2.}), seed_of(std::vector{1., 2.0000000000000004}));
}
