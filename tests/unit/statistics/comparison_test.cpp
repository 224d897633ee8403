// SPDX-License-Identifier: Apache-2.0
#include "statistics/comparison.hpp"

#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace dyno::statistics;

namespace {

std::vector<double> logs(std::vector<double> values) {
    for (double& v : values) {
        v = std::log(v);
    }
    return values;
}

/// Five launches that scatter by about 0.2 % around `center`.
std::vector<double> quiet(double center) {
    return logs({center * 0.998, center * 0.999, center, center * 1.001, center * 1.002});
}

comparison of(const std::vector<double>& fresh, const std::vector<double>& base,
              better_is better = better_is::lower, const rules& by = {}) {
    return compare({fresh}, {base}, better, by);
}

} // namespace

TEST(comparison, worse_and_better_clear_the_margin) {
    const comparison slower = of(quiet(1.05), quiet(1));
    EXPECT_EQ(slower.word, verdict::worse);
    EXPECT_NEAR(slower.ratio, 1.05, 1e-12);
    EXPECT_GT(slower.ratio_bounds.low, 1.04);
    EXPECT_NEAR(slower.margin, 0.02, 1e-12);
    EXPECT_NEAR(slower.p, 2 / 252., 1e-12);
    EXPECT_EQ(of(quiet(0.95), quiet(1)).word, verdict::better);
    EXPECT_EQ(of(quiet(1.05), quiet(1), better_is::higher).word, verdict::better);
}

TEST(comparison, same_small_and_unclear_do_not) {
    EXPECT_EQ(of(quiet(1.003), quiet(1)).word, verdict::same);
    EXPECT_EQ(of(quiet(1.019), quiet(1)).word, verdict::small);
    const comparison noisy =
        of(logs({1.02, 1.08, 0.99, 1.05, 1.1}), logs({1, 1.03, 0.98, 0.97, 1.01}));
    EXPECT_EQ(noisy.word, verdict::unclear);
    EXPECT_EQ(noisy.why, doubt::noise_above_margin);
    EXPECT_FALSE(noisy.launches_needed) << "5 % are lost in a noise of 4 %, however many launches";
    const comparison slight =
        of({0.000, 0.009, 0.015, 0.021, 0.030}, {-0.015, -0.006, 0.000, 0.006, 0.015});
    EXPECT_EQ(slight.why, doubt::noise_above_margin);
    EXPECT_EQ(slight.launches_needed, 27u); // 2 · (0.01142 · 2.4865 / 0.00785)²
}

// Ten launches a side, 15 % apart; in one of twenty something else ran on the machine.
TEST(comparison, a_large_change_in_larger_noise_is_not_called_the_same) {
    clusters fresh{quiet(1.15), quiet(1.16)}, base{quiet(1), quiet(1.01)};
    base[1][2] = std::log(2.1);
    const comparison c = compare(fresh, base, better_is::lower);
    EXPECT_GT(c.margin, 0.3);
    EXPECT_GT(c.ratio_bounds.low, 1.1);
    EXPECT_EQ(c.word, verdict::unclear);
    EXPECT_EQ(c.why, doubt::shapes_differ);
    EXPECT_FALSE(c.launches_needed);
}

TEST(comparison, the_same_and_small_stay_within_what_was_asked) {
    random_source source(7);
    int same = 0, beyond = 0;
    for (int seed = 0; seed < 500; ++seed) {
        std::vector<double> x(8), y(8);
        const double change = 0.1 * source.normal(), noise = 0.05 * source.uniform();
        for (double& v : x) {
            v = change + noise * source.normal();
        }
        for (double& v : y) {
            v = noise * source.normal();
        }
        const comparison c = of(x, y);
        const bool is_beyond = c.ratio_bounds.low > 1.02 || c.ratio_bounds.high < 1 / 1.02;
        same += c.word == verdict::same || c.word == verdict::small ? 1 : 0;
        beyond += is_beyond && c.word == verdict::unclear ? 1 : 0;
        ASSERT_FALSE(is_beyond && (c.word == verdict::same || c.word == verdict::small));
    }
    EXPECT_GT(same, 50);
    EXPECT_GT(beyond, 10);
}

TEST(comparison, few_launches_are_shown_and_never_judged) {
    const comparison c = of(logs({1.30, 1.31, 1.32}), logs({1, 1.01, 1.02}));
    EXPECT_EQ(c.word, verdict::unclear);
    EXPECT_EQ(c.why, doubt::too_few_launches);
    EXPECT_EQ(c.launches_needed, 4u);
    EXPECT_NEAR(c.ratio, 1.3, 0.02);
    EXPECT_EQ(c.ratio_bounds.low, 0);
    EXPECT_TRUE(std::isinf(c.ratio_bounds.high));
    const comparison single = of(logs({1.3}), logs({1}));
    EXPECT_EQ(single.why, doubt::too_few_launches);
    EXPECT_FALSE(single.scatter) << "one launch has no scatter: neither 0 nor infinite";
}

TEST(comparison, sides_that_scatter_differently_are_named) {
    const comparison c =
        of(logs({0.9, 1.9, 0.8, 1.8, 1.2}), logs({1, 1.0001, 0.9999, 1.0002, 0.9998}));
    EXPECT_EQ(c.word, verdict::unclear);
    EXPECT_EQ(c.why, doubt::shapes_differ);
    ASSERT_TRUE(!c.launches_needed || *c.launches_needed > 5) << "five did not settle it";
}

TEST(comparison, never_asks_for_fewer_launches_than_there_were) {
    random_source source(6);
    int unclear = 0;
    for (int seed = 0; seed < 500; ++seed) {
        std::vector<double> x(4 + source.below(4)), y(4 + source.below(4));
        for (double& v : x) {
            v = 0.1 * source.normal();
        }
        for (double& v : y) {
            v = 0.02 * source.normal();
        }
        const comparison c = of(x, y);
        unclear += c.word == verdict::unclear ? 1 : 0;
        ASSERT_TRUE(!c.launches_needed || *c.launches_needed > std::min(x.size(), y.size()));
    }
    EXPECT_GT(unclear, 50);
}

TEST(comparison, a_scatter_between_sessions_widens_the_margin) {
    const std::vector<double> low = quiet(1), high = quiet(1.03);
    const comparison alone = compare({high}, {low}, better_is::lower);
    EXPECT_EQ(alone.word, verdict::worse);
    const comparison clustered =
        compare({high, quiet(0.995)}, {low, quiet(0.96)}, better_is::lower);
    EXPECT_EQ(clustered.word, verdict::same) << "3 % are within what sessions differ by";
    ASSERT_TRUE(clustered.scatter && clustered.scatter->between);
    EXPECT_NEAR(std::sqrt(*clustered.scatter->between), 0.02674, 1e-5);
    EXPECT_GT(clustered.margin, 0.05);
}

TEST(comparison, scaling_both_sides_changes_nothing) {
    random_source source(4);
    for (int seed = 0; seed < 300; ++seed) {
        std::vector<double> x(5), y(5);
        for (std::size_t i = 0; i < 5; ++i) {
            x[i] = 1 + 0.02 * source.normal() + 0.03;
            y[i] = 1 + 0.02 * source.normal();
        }
        const comparison here = of(logs(x), logs(y));
        for (double& v : x) {
            v *= 1e-9;
        }
        for (double& v : y) {
            v *= 1e-9;
        }
        const comparison there = of(logs(x), logs(y));
        ASSERT_EQ(here.word, there.word);
        ASSERT_NEAR(here.p, there.p, 1e-12);
        ASSERT_NEAR(here.ratio, there.ratio, 1e-9);
    }
}

TEST(comparison, higher_mirrors_lower_and_new_mirrors_base) {
    random_source source(5);
    int judged = 0;
    for (int seed = 0; seed < 500; ++seed) {
        std::vector<double> x(4 + source.below(3)), y(4 + source.below(3));
        const double change = 0.04 * source.normal();
        for (double& v : x) {
            v = 0.01 * source.normal() + change;
        }
        for (double& v : y) {
            v = 0.01 * source.normal();
        }
        std::vector<double> minus_x = x, minus_y = y;
        for (double& v : minus_x) {
            v = -v;
        }
        for (double& v : minus_y) {
            v = -v;
        }
        const comparison lower = of(x, y), higher = of(minus_x, minus_y, better_is::higher);
        ASSERT_EQ(lower.word, higher.word);
        ASSERT_NEAR(lower.p_worse, higher.p_worse, 1e-12);
        const comparison swapped = of(y, x);
        ASSERT_EQ(lower.word == verdict::worse, swapped.word == verdict::better);
        ASSERT_EQ(lower.word == verdict::same, swapped.word == verdict::same);
        ASSERT_NEAR(lower.ratio * swapped.ratio, 1, 1e-12);
        judged += lower.word == verdict::worse ? 1 : 0;
    }
    EXPECT_GT(judged, 50) << "the property was seen on rows that matter";
}

TEST(launches_needed, follows_the_two_sample_size) {
    // 2 · 0.01² · (1.6449 + 0.8416)² / 0.01² = 12.4
    EXPECT_EQ(launches_needed(0.01, 0.03, 0.02), 13u);
    EXPECT_EQ(launches_needed(0.001, 0.2, 0.02), 4u) << "never fewer than are judged";
    EXPECT_FALSE(launches_needed(0.01, 0.02, 0.02)) << "a change of just the margin is never clear";
    EXPECT_FALSE(launches_needed(0.01, 0.0201, 0.02)) << "more than anyone would run";
}
