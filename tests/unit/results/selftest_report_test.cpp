// SPDX-License-Identifier: Apache-2.0
#include "selftest_report.hpp"

#include "recorded_run.hpp"
#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace dyno::results;
using dyno::record::run_file;

namespace {

const auto any = [](const std::string&) { return true; };

run_file with_launches(std::size_t count, double noise, std::uint64_t seed) {
    dyno::statistics::random_source source(seed);
    std::vector<double> times;
    for (std::size_t i = 0; i < count; ++i) {
        times.push_back(std::exp(noise * source.normal()));
    }
    run_file f = recorded::run();
    recorded::add_measured(f, "bf16", times);
    return f;
}

} // namespace

TEST(selftest, halves_of_one_run_seldom_differ) {
    const selftest_report report =
        run_selftest({{"a.json", with_launches(20, 0.01, 3)}}, any, 1000, {});
    ASSERT_EQ(report.rows.size(), 1u);
    EXPECT_EQ(report.rows[0].splits, 1000u);
    EXPECT_LE(report.rows[0].alarm_rate(), 0.05);
}

TEST(selftest, says_so_where_the_rules_cry_wolf) {
    // Without a margin the verdict is the bare rank test, which calls one clean row in twenty.
    dyno::statistics::rules strict;
    strict.least_change = 0;
    strict.noise_multiple = 0;
    const selftest_report report =
        run_selftest({{"a.json", with_launches(40, 0.01, 4)}}, any, 1000, strict);
    EXPECT_GT(report.total().alarm_rate(), 0.02);
}

TEST(selftest, is_the_same_twice_and_needs_twice_the_launches) {
    const std::vector<loaded_run> runs{{"a.json", with_launches(12, 0.05, 5)}};
    EXPECT_EQ(run_selftest(runs, any, 500, {}).total().worse,
              run_selftest(runs, any, 500, {}).total().worse);
    const selftest_report small =
        run_selftest({{"a.json", with_launches(7, 0.01, 6)}}, any, 10, {});
    EXPECT_TRUE(small.rows.empty());
    EXPECT_EQ(small.too_small, 1u);
}
