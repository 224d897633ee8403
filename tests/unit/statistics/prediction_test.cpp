// SPDX-License-Identifier: Apache-2.0
#include "statistics/prediction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace dyno::statistics;

TEST(prediction, right_values) {
    std::vector<double> history;
    for (const double v : {100., 101., 99., 100., 102., 98., 100., 101.}) {
        history.push_back(std::log(v));
    }
    const std::optional<prediction> p = predict(history, std::log(106));
    ASSERT_TRUE(p);
    EXPECT_NEAR(p->t, 4.3168691159, 5e-11);
    EXPECT_NEAR(p->p_above, .0017467813, 5e-11);
    EXPECT_NEAR(p->p_above + p->p_below, 1, 1e-12);
    EXPECT_FALSE(p->bounds.contains(std::log(106)));
    EXPECT_TRUE(p->bounds.contains(std::log(101)));
}

TEST(prediction, a_constant_history_still_alarms) {
    const std::vector<double> constant(8, 1.0);
    const std::optional<prediction> with_noise = predict(constant, 1.05, 0.01);
    ASSERT_TRUE(with_noise);
    EXPECT_LT(with_noise->p_above, 0.01);
    EXPECT_TRUE(std::isfinite(with_noise->t));
    const std::optional<prediction> without = predict(constant, 1.05);
    ASSERT_TRUE(without);
    EXPECT_EQ(without->p_above, 0);
    EXPECT_EQ(without->p_below, 1);
    EXPECT_EQ(predict(constant, 1.0)->p_above, 0.5) << "the same value again is no alarm";
}

TEST(prediction, needs_two_values) {
    EXPECT_FALSE(predict({}, 1));
    EXPECT_FALSE(predict(std::vector{1.0}, 1));
}
