// SPDX-License-Identifier: Apache-2.0
#include "statistics/rank_test.hpp"

#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <vector>

using namespace dyno::statistics;

TEST(mann_whitney, exact_without_ties) {
    const std::vector x{19., 22., 16., 29., 24.}, y{20., 11., 17., 12.};
    const rank_test t = mann_whitney(x, y);
    EXPECT_EQ(t.method, rank_method::exact);
    EXPECT_EQ(t.u, 17);
    EXPECT_NEAR(t.p_two_sided, .1111111111, 5e-11);
    EXPECT_NEAR(mann_whitney_normal(x, y).p_two_sided, .1113468865, 5e-11);
}

TEST(mann_whitney, exact_with_sizes_that_differ) {
    const rank_test t =
        mann_whitney(std::vector{.80, .83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, .73, 1.46},
                     std::vector{1.15, .88, .90, .74, 1.21});
    EXPECT_EQ(t.u, 35);
    EXPECT_NEAR(t.p_two_sided, .254412254, 5e-10);
    EXPECT_NEAR(t.p_above, .127206127, 5e-10);
}

TEST(mann_whitney, exact_with_ties) {
    const std::vector x{10., 10., 10., 11., 11., 12.}, y{11., 11., 12., 12., 12., 13.};
    const rank_test t = mann_whitney(x, y);
    EXPECT_EQ(t.method, rank_method::exact_with_ties);
    EXPECT_EQ(t.u, 5.5);
    EXPECT_NEAR(t.p_below, .0335497835, 5e-11);
    EXPECT_NEAR(t.p_two_sided, .0670995671, 5e-11);
    EXPECT_NEAR(mann_whitney_normal(x, y).p_two_sided, .0446837860, 5e-11);
}

TEST(mann_whitney, exact_with_ties_and_a_skewed_law) {
    const rank_test t = mann_whitney(std::vector{1., 2., 3., 5.}, std::vector{1., 1., 1., 1., 1.});
    EXPECT_EQ(t.u, 17.5);
    EXPECT_NEAR(t.p_above, .0476190476, 5e-11);
    EXPECT_NEAR(t.p_two_sided, .0952380952, 5e-11);
}

TEST(mann_whitney, is_never_certain) {
    const rank_test constant =
        mann_whitney(std::vector<double>(5, 1.0), std::vector<double>(5, 1.0));
    EXPECT_EQ(constant.u, 12.5);
    EXPECT_EQ(constant.p_two_sided, 1);
    std::vector<double> low(300), high(300);
    for (std::size_t i = 0; i < low.size(); ++i) {
        low[i] = static_cast<double>(i);
        high[i] = low[i] + 1e6;
    }
    const rank_test apart = mann_whitney(low, high);
    EXPECT_EQ(apart.method, rank_method::normal);
    EXPECT_GT(apart.p_two_sided, 0);
    EXPECT_LT(apart.p_two_sided, 1e-90);
    EXPECT_EQ(mann_whitney({}, high).p_two_sided, 1) << "nothing says nothing";
}

TEST(mann_whitney, normal_law_of_one_value_everywhere_says_nothing) {
    const std::vector<double> constant(60, 2.0);
    const rank_test t = mann_whitney(constant, constant);
    EXPECT_EQ(t.method, rank_method::normal);
    EXPECT_EQ(t.p_two_sided, 1);
}

TEST(mann_whitney, does_not_care_which_side_comes_first) {
    random_source source(1);
    for (int seed = 0; seed < 500; ++seed) {
        std::vector<double> x(1 + source.below(9)), y(1 + source.below(9));
        const bool with_ties = seed % 2 == 0;
        for (std::vector<double>* side : {&x, &y}) {
            for (double& v : *side) {
                v = with_ties ? static_cast<double>(source.below(4)) : source.normal();
            }
        }
        const rank_test forth = mann_whitney(x, y), back = mann_whitney(y, x);
        ASSERT_NEAR(forth.p_two_sided, back.p_two_sided, 1e-12);
        ASSERT_NEAR(forth.p_above, back.p_below, 1e-12);
        ASSERT_EQ(forth.u + back.u, static_cast<double>(x.size() * y.size()));
    }
}

TEST(mann_whitney, exact_and_normal_meet_at_the_border) {
    random_source source(2);
    std::vector<double> x(50), y(50);
    for (std::size_t i = 0; i < 50; ++i) {
        x[i] = source.normal() + 0.4;
        y[i] = source.normal();
    }
    const rank_test exact = mann_whitney(x, y);
    EXPECT_EQ(exact.method, rank_method::exact);
    EXPECT_NEAR(exact.p_two_sided, mann_whitney_normal(x, y).p_two_sided, 2e-3);
}
