// Rates of the whole judgement over many simulated comparisons: false alarms and power.
// Limits are the promised rates; where a rate is an estimate from 1000 draws, the limit stays the
// promise, since the rates lie well clear of it.
// SPDX-License-Identifier: Apache-2.0
#include "statistics/comparison.hpp"
#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <cstdio>

using namespace dyno::statistics;

namespace {

constexpr int seeds = 1000;

struct scene {
    std::size_t runs = 1;       ///< a side
    std::size_t launches = 5;   ///< a run
    double launch_noise = 0.01; ///< deviation inside a run
    double session_noise = 0;   ///< deviation between runs
    double change = 0;          ///< of NEW, on logarithms
};

clusters draw_side(const scene& s, double change, random_source& source) {
    clusters side;
    for (std::size_t run = 0; run < s.runs; ++run) {
        const double session = change + s.session_noise * source.normal();
        std::vector<double>& launches = side.emplace_back();
        for (std::size_t i = 0; i < s.launches; ++i) {
            launches.push_back(session + s.launch_noise * source.normal());
        }
    }
    return side;
}

struct rates {
    double worse = 0, better = 0;
    double unlikely = 0; ///< rows whose p of no change at all is at most alpha
    [[nodiscard]] double called() const { return worse + better; }
};

rates simulate(const char* name, const scene& s) {
    int worse = 0, better = 0, unlikely = 0;
    for (int seed = 0; seed < seeds; ++seed) {
        random_source source(static_cast<std::uint64_t>(seed));
        const clusters base = draw_side(s, 0, source), fresh = draw_side(s, s.change, source);
        const comparison c = compare(fresh, base, better_is::lower);
        worse += c.word == verdict::worse ? 1 : 0;
        better += c.word == verdict::better ? 1 : 0;
        unlikely += c.p <= rules{}.alpha ? 1 : 0;
    }
    const rates r{worse / double{seeds}, better / double{seeds}, unlikely / double{seeds}};
    std::printf("%-34s worse %5.1f %%  better %5.1f %%  p <= alpha %5.1f %%\n", name, r.worse * 100,
                r.better * 100, r.unlikely * 100);
    testing::Test::RecordProperty("worse", std::to_string(r.worse));
    testing::Test::RecordProperty("better", std::to_string(r.better));
    return r;
}

} // namespace

TEST(simulation, clean_rows_are_not_called) {
    for (const double noise : {0.002, 0.005, 0.01, 0.02, 0.05}) {
        const std::string name = "clean, launch noise " + std::to_string(noise);
        const rates r = simulate(name.c_str(), {1, 5, noise, 0, 0});
        EXPECT_LE(r.called(), 0.05);
        EXPECT_LE(r.unlikely, 0.05) << "the exact test at five a side rejects 3.2 % of the time";
        EXPECT_GT(r.unlikely, 0) << "an alarm that never rings was not listened to";
    }
}

TEST(simulation, sessions_that_scatter_are_not_called_with_two_runs_a_side) {
    EXPECT_LE(simulate("clean, sessions 0.5 %, two runs", {2, 5, 0.002, 0.005, 0}).called(), 0.05);
    EXPECT_LE(simulate("clean, sessions 1 %, two runs", {2, 5, 0.002, 0.01, 0}).called(), 0.05);
    EXPECT_LE(simulate("clean, sessions 1 %, noise 1 %", {2, 5, 0.01, 0.01, 0}).called(), 0.05);
    EXPECT_LE(simulate("clean, sessions 1 %, three runs", {3, 5, 0.002, 0.01, 0}).called(), 0.05);
}

TEST(simulation, one_run_a_side_cannot_tell_sessions_apart) {
    // What the header of a diff warns of; if this were small, the warning would be wrong.
    EXPECT_GT(simulate("clean, sessions 1 %, ONE run", {1, 5, 0.002, 0.01, 0}).called(), 0.05);
}

TEST(simulation, a_planted_change_is_found) {
    EXPECT_GE(simulate("+5 %, launch noise 1 %", {1, 5, 0.01, 0, 0.0487901642}).worse, 0.93);
    EXPECT_GE(simulate("+3 %, launch noise 0.2 %", {1, 5, 0.002, 0, 0.0295588022}).worse, 0.98);
    EXPECT_GE(simulate("+5 %, sessions 1 %, two runs", {2, 5, 0.002, 0.01, 0.0487901642}).worse,
              0.85);
}

TEST(simulation, a_planted_gain_is_found_alike) {
    EXPECT_GE(simulate("-5 %, launch noise 1 %", {1, 5, 0.01, 0, -0.0487901642}).better, 0.93);
}
