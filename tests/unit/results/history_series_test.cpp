// SPDX-License-Identifier: Apache-2.0
#include "history_series.hpp"

#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace dyno::results;
using dyno::statistics::random_source;

namespace {

/// Runs of five launches, one level a run; `noise` on logarithms.
struct drawn_history {
    std::vector<history_point> points;
    random_source source{21};

    void add(std::size_t runs, double level, double noise, const std::string& cause = "") {
        for (std::size_t i = 0; i < runs; ++i) {
            history_point p{"run " + std::to_string(100 + points.size()), i == 0 ? cause : "", {}};
            for (int launch = 0; launch < 5; ++launch) {
                p.logs.push_back(std::log(level) + noise * source.normal());
            }
            points.push_back(std::move(p));
        }
    }

    [[nodiscard]] history_series
    judged(dyno::record::direction better = dyno::record::direction::lower) const {
        history_series s;
        s.better = better;
        judge_series(s, points, {});
        return s;
    }
};

} // namespace

TEST(history_series, a_known_boundary_is_judged_like_a_diff) {
    drawn_history h;
    h.add(8, 1, 0.005);
    h.add(8, 1.1, 0.005, "driver: 570.1 → 580.2");
    const history_series s = h.judged();
    ASSERT_EQ(s.changes.size(), 1u);
    EXPECT_EQ(s.changes[0].started, "run 108");
    EXPECT_EQ(s.changes[0].cause, "driver: 570.1 → 580.2");
    EXPECT_EQ(s.changes[0].word, row_word::worse);
    EXPECT_NEAR(s.changes[0].ratio, 1.1, 0.01);
    EXPECT_EQ(s.word, row_word::same) << "the newest run fits to the stretch after the boundary";
    EXPECT_EQ(h.judged(dyno::record::direction::higher).changes[0].word, row_word::better);
}

TEST(history_series, a_boundary_that_changed_nothing_is_the_same) {
    drawn_history h;
    h.add(8, 1, 0.003);
    h.add(8, 1, 0.003, "cuDNN: 9.14 → 9.19");
    const history_series s = h.judged();
    ASSERT_EQ(s.changes.size(), 1u);
    EXPECT_EQ(s.changes[0].word, row_word::same);
}

TEST(history_series, a_change_without_a_known_cause_is_found) {
    drawn_history h;
    h.add(12, 1, 0.005);
    h.add(12, 1.08, 0.005);
    const history_series s = h.judged();
    ASSERT_EQ(s.changes.size(), 1u);
    EXPECT_EQ(s.changes[0].started, "run 112");
    EXPECT_EQ(s.changes[0].cause, "");
    EXPECT_EQ(s.changes[0].word, row_word::worse);
}

TEST(history_series, what_is_below_the_margin_is_no_change) {
    drawn_history h;
    h.add(12, 1, 0.002);
    h.add(12, 1.01, 0.002);
    EXPECT_TRUE(h.judged().changes.empty());
}

TEST(history_series, the_newest_run_alarms_even_after_a_constant_history) {
    drawn_history h;
    h.add(8, 1, 0);
    h.add(1, 1.05, 0);
    EXPECT_EQ(h.judged().word, row_word::worse);
    drawn_history gain;
    gain.add(8, 1, 0);
    gain.add(1, 0.95, 0);
    EXPECT_EQ(gain.judged().word, row_word::better);
    drawn_history nothing;
    nothing.add(9, 1, 0);
    EXPECT_EQ(nothing.judged().word, row_word::same);
}

TEST(history_series, few_runs_say_nothing) {
    drawn_history h;
    h.add(3, 1, 0.005);
    const history_series s = h.judged();
    EXPECT_EQ(s.word, row_word::unclear);
    EXPECT_EQ(s.reason, "too few runs");
}

TEST(history_series, the_first_run_after_an_upgrade_has_the_boundarys_verdict) {
    drawn_history h;
    h.add(8, 1, 0.003);
    h.add(1, 1.1, 0.003, "driver: 570.1 → 580.2");
    const history_series s = h.judged();
    EXPECT_EQ(s.word, row_word::worse);
    EXPECT_EQ(s.reason, "first run after a change of the machine");
}

TEST(history_series, quiet_histories_seldom_alarm) {
    int alarms = 0;
    constexpr int seeds = 300;
    for (int seed = 0; seed < seeds; ++seed) {
        drawn_history h;
        h.source = random_source(static_cast<std::uint64_t>(seed));
        h.add(20, 1, 0.01);
        const row_word word = h.judged().word;
        alarms += word == row_word::worse || word == row_word::better ? 1 : 0;
    }
    EXPECT_LE(alarms, seeds * 0.05);
}

TEST(history_series, what_is_inside_the_interval_is_neither_worse_nor_better) {
    int seen = 0;
    for (int percent = -80; percent <= 80; ++percent) {
        drawn_history h;
        h.add(8, 1, 0.02);
        h.add(1, std::exp(percent / 1000.0), 0);
        const history_series s = h.judged();
        ASSERT_TRUE(s.expected);
        const bool is_expected = s.expected->contains(s.newest);
        const bool is_alarm = s.word == row_word::worse || s.word == row_word::better;
        EXPECT_NE(is_expected, is_alarm)
            << s.newest << " of " << s.expected->low << " … " << s.expected->high;
        seen += is_expected ? 1 : 0;
    }
    EXPECT_GT(seen, 20);
    EXPECT_LT(seen, 120);
}

TEST(history_series, a_noisy_history_never_finds_the_newest_run_the_same) {
    drawn_history h;
    h.add(20, 1, 0.1);
    h.add(1, 1.03, 0);
    const history_series s = h.judged();
    EXPECT_EQ(s.word, row_word::unclear);
    EXPECT_EQ(s.reason, "noise above margin");
}

TEST(history_series, runs_at_the_margin_are_seldom_the_same) {
    // The level moved by just the margin: a test of equivalence finds 5 % of these the same.
    int same = 0;
    constexpr int seeds = 400;
    for (int seed = 0; seed < seeds; ++seed) {
        drawn_history h;
        h.source = random_source(static_cast<std::uint64_t>(seed));
        h.add(10, 1, 0.012);
        h.add(1, 1.02, 0.012);
        same += h.judged().word == row_word::same ? 1 : 0;
    }
    EXPECT_LE(same, seeds * 0.07);
}
