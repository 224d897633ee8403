// SPDX-License-Identifier: Apache-2.0
#include "statistics/multiple_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace dyno::statistics;

namespace {

const std::vector p{.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344,
                    .0459, .324,  .4262, .5719, .6528, .759,  1.};

void expect_near(const std::vector<double>& got, const std::vector<double>& wanted) {
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_NEAR(got[i], wanted[i], 5e-11) << "at " << i;
    }
}

} // namespace

TEST(benjamini_hochberg, right_values) {
    expect_near(benjamini_hochberg(p),
                {.0015, .003, .0095, .035625, .0603, .0638571428571, .0638571428571, .0645, .0765,
                 .486, .5811818181818, .714875, .7532307692308, .8132142857143, 1});
}

TEST(holm, right_values) {
    expect_near(holm(p),
                {.0015, .0056, .0247, .114, .2211, .278, .278, .278, .3213, 1, 1, 1, 1, 1, 1});
}

TEST(adjusted_p, keep_the_order_of_the_rows) {
    std::vector<double> backwards = p;
    std::reverse(backwards.begin(), backwards.end());
    std::vector<double> q = benjamini_hochberg(backwards), h = holm(backwards);
    std::reverse(q.begin(), q.end());
    std::reverse(h.begin(), h.end());
    EXPECT_EQ(q, benjamini_hochberg(p));
    EXPECT_EQ(h, holm(p));
    EXPECT_TRUE(holm({}).empty());
    EXPECT_TRUE(benjamini_hochberg({}).empty());
}
