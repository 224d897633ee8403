// SPDX-License-Identifier: Apache-2.0
#include "statistics/hodges_lehmann.hpp"

#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace dyno::statistics;

namespace {

const std::vector x{.80, .83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, .73, 1.46};
const std::vector y{1.15, .88, .90, .74, 1.21};

std::vector<double> logs(std::vector<double> numbers) {
    for (double& number : numbers) {
        number = std::log(number);
    }
    return numbers;
}

} // namespace

TEST(hodges_lehmann, shift_and_interval) {
    const shift s = hodges_lehmann(x, y);
    EXPECT_EQ(s.k, 9u);
    EXPECT_NEAR(s.median, .305, 1e-12);
    EXPECT_NEAR(s.bounds.low, -.15, 1e-12);
    EXPECT_NEAR(s.bounds.high, .76, 1e-12);
}

TEST(hodges_lehmann, ratio_on_logarithms) {
    const shift s = hodges_lehmann(logs(x), logs(y));
    EXPECT_NEAR(std::exp(s.median), 1.311767137, 5e-10);
    EXPECT_NEAR(std::exp(s.bounds.low), .859504132, 5e-10);
    EXPECT_NEAR(std::exp(s.bounds.high), 1.959459459, 5e-10);
}

TEST(hodges_lehmann, leaves_out_the_tabulated_differences) {
    EXPECT_EQ(differences_left_out(4, 4), 1u);
    EXPECT_EQ(differences_left_out(5, 5), 3u);
    EXPECT_EQ(differences_left_out(6, 6), 6u);
    EXPECT_EQ(differences_left_out(8, 8), 14u);
    EXPECT_EQ(differences_left_out(10, 10), 24u);
    EXPECT_EQ(differences_left_out(20, 20), 128u);
    EXPECT_EQ(differences_left_out(3, 3), 0u);
    EXPECT_EQ(differences_left_out(0, 5), 0u);
    EXPECT_NEAR(static_cast<double>(differences_left_out(51, 51)),
                static_cast<double>(differences_left_out(50, 50)), 60)
        << "the normal law takes over without a step";
}

TEST(hodges_lehmann, is_unbounded_with_few_numbers) {
    const shift s = hodges_lehmann(std::vector{1., 2., 3.}, std::vector{0., 1., 5.});
    EXPECT_EQ(s.k, 0u);
    EXPECT_TRUE(std::isinf(s.bounds.low) && std::isinf(s.bounds.high));
}

TEST(hodges_lehmann, ratios_of_both_ways_multiply_to_one) {
    random_source source(3);
    for (int seed = 0; seed < 300; ++seed) {
        std::vector<double> a(4 + source.below(4)), b(4 + source.below(4));
        for (double& v : a) {
            v = source.normal();
        }
        for (double& v : b) {
            v = source.normal();
        }
        const shift forth = hodges_lehmann(a, b), back = hodges_lehmann(b, a);
        ASSERT_NEAR(std::exp(forth.median) * std::exp(back.median), 1, 1e-12);
        ASSERT_NEAR(forth.bounds.low, -back.bounds.high, 1e-12);
    }
}
