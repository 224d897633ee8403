// SPDX-License-Identifier: Apache-2.0
#include "common_shift.hpp"

#include <gtest/gtest.h>

#include <vector>

using namespace dyno::results;

namespace {

std::vector<row> rows_of(const std::vector<double>& ratios) {
    std::vector<row> rows;
    for (const double ratio : ratios) {
        row r;
        r.case_id = rows.size();
        r.metric = "time";
        r.unit = "s";
        r.better = dyno::record::direction::lower;
        r.judged.emplace();
        r.judged->ratio = ratio;
        rows.push_back(std::move(r));
    }
    return rows;
}

} // namespace

TEST(common_shift, is_found_where_most_cases_move_alike) {
    const auto shift = find_common_shift(rows_of({1.05, 1.051, 1.049, 1.05, 1.2}));
    ASSERT_FALSE(shift) << "4 of 5 are too few cases";
    const auto more = find_common_shift(rows_of({1.05, 1.051, 1.049, 1.05, 1.052, 1.2}));
    ASSERT_TRUE(more);
    EXPECT_NEAR(more->change, 0.05, 0.002);
    EXPECT_EQ(more->alike, 5u);
    EXPECT_EQ(more->of, 6u);
}

TEST(common_shift, is_none_where_cases_go_their_own_ways_or_stay) {
    EXPECT_FALSE(find_common_shift(rows_of({1.05, 1.2, 0.9, 1.0, 1.3, 0.8})));
    EXPECT_FALSE(find_common_shift(rows_of({1.001, 1.002, 1.001, 1.0, 1.001, 1.002})));
    EXPECT_FALSE(find_common_shift({}));
}

TEST(common_shift, time_and_rate_of_a_case_are_one_witness) {
    std::vector<row> rows = rows_of({1.05, 1.05, 1.05, 1.05});
    const std::size_t cases = rows.size();
    for (std::size_t i = 0; i < cases; ++i) {
        row rate = rows[i];
        rate.metric = "throughput";
        rate.unit = "img/s";
        rate.better = dyno::record::direction::higher;
        rate.judged->ratio = 1 / 1.05;
        rows.push_back(std::move(rate));
    }
    EXPECT_FALSE(find_common_shift(rows)) << "four cases, not eight";
}
