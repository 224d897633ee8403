// SPDX-License-Identifier: Apache-2.0
#include "measure/stopping_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dyno {
namespace {

record::policy rule() {
    record::policy p;
    p.min_samples = 10;
    p.max_samples = 100;
    p.min_time_s = 1;
    p.max_time_s = 5;
    p.target_rel_ci = 0.01;
    return p;
}

std::vector<double> quiet(std::size_t count) {
    return std::vector<double>(count, 1.0);
}

std::vector<double> noisy(std::size_t count) {
    std::vector<double> all;
    for (std::size_t i = 0; i < count; ++i) {
        all.push_back(i % 2 == 0 ? 1.0 : 2.0);
    }
    return all;
}

TEST(why_stop, the_target_needs_samples_time_and_a_narrow_interval) {
    EXPECT_EQ(why_stop(rule(), quiet(10), 1, 1), "target_rel_ci");
    EXPECT_EQ(why_stop(rule(), quiet(9), 1, 1), std::nullopt);
    EXPECT_EQ(why_stop(rule(), quiet(10), 0.99, 1), std::nullopt);
    EXPECT_EQ(why_stop(rule(), noisy(10), 1, 1), std::nullopt);
}

TEST(why_stop, the_bounds_end_it_anyway) {
    EXPECT_EQ(why_stop(rule(), noisy(100), 1, 1), "max_samples");
    EXPECT_EQ(why_stop(rule(), noisy(50), 1, 5), "max_time_s");
    EXPECT_EQ(why_stop(rule(), quiet(3), 5, 5), "max_time_s") << "fewer than min_samples";
    EXPECT_EQ(why_stop(rule(), quiet(100), 0.5, 0.5), "max_samples") << "before min_time_s";
}

TEST(why_stop, a_target_that_is_met_is_the_reason) {
    EXPECT_EQ(why_stop(rule(), quiet(100), 5, 5), "target_rel_ci");
}

TEST(why_stop, too_few_samples_for_an_interval_never_meet_the_target) {
    record::policy p = rule();
    p.min_samples = 1;
    p.min_time_s = 0;
    EXPECT_EQ(why_stop(p, quiet(5), 1, 1), std::nullopt);
    EXPECT_EQ(why_stop(p, quiet(6), 1, 1), "target_rel_ci");
    EXPECT_EQ(why_stop(p, {}, 0, 0), std::nullopt);
}

TEST(why_stop, times_of_zero_end_by_the_bounds) {
    EXPECT_EQ(why_stop(rule(), std::vector<double>(50, 0.0), 0, 1), std::nullopt);
    EXPECT_EQ(why_stop(rule(), std::vector<double>(100, 0.0), 0, 1), "max_samples");
}

TEST(why_stop, bug_time_between_samples_did_not_count) {
    // Flushing took 99 % of the time: 100 times max_time_s went by.
    EXPECT_EQ(why_stop(rule(), noisy(50), 0.05, 5), "max_time_s");
}

TEST(samples_for_window, fill_a_part_of_the_least_time) {
    record::policy p = rule();
    EXPECT_EQ(samples_for_window(p, 0.01, 0), 25); // a quarter of a second
    EXPECT_EQ(samples_for_window(p, 1.0, 0), 1);   // never none
    EXPECT_EQ(samples_for_window(p, 100.0, 0), 1);
    EXPECT_EQ(samples_for_window(p, 0.01, 90), 10); // what is still allowed
    EXPECT_EQ(samples_for_window(p, 0.01, 100), 1);
    p.max_samples = 10000;
    EXPECT_EQ(samples_for_window(p, 1e-9, 0), 500);
    EXPECT_EQ(samples_for_window(p, 0.0, 0), 500);
    p.min_time_s = 0.1;
    EXPECT_EQ(samples_for_window(p, 0.005, 0), 5);
    p.min_time_s = 0;
    EXPECT_EQ(samples_for_window(p, 0.001, 0), 5);
    p.min_time_s = 100;
    EXPECT_EQ(samples_for_window(p, 0.01, 0), 25) << "a quarter of a second at most";
}

TEST(batch_for, lasts_at_least_as_long_as_asked) {
    EXPECT_EQ(batch_for(1e-3, 1e-3), 1);
    EXPECT_EQ(batch_for(1e-3, 0.4e-3), 3);
    EXPECT_EQ(batch_for(1e-3, 2), 1);
    EXPECT_EQ(batch_for(0, 1e-3), 1);
    EXPECT_EQ(batch_for(1e-3, 0), 10'000'000);
    EXPECT_EQ(batch_for(1, 1e-300), 10'000'000);
}

} // namespace
} // namespace dyno
