// SPDX-License-Identifier: Apache-2.0
#include "statistics/change_points.hpp"

#include "statistics/random_source.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace dyno::statistics;

namespace {

// Annual flow of the Nile at Aswan, 1871 to 1970, in 10^8 m³ (Cobb, 1978; R's data set Nile).
const std::vector<double> nile{
    1120, 1160, 963, 1210, 1160, 1160, 813,  1230, 1370, 1140, 995,  935,  1110, 994,  1020,
    960,  1180, 799, 958,  1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774,  840,
    874,  694,  940, 833,  701,  916,  692,  1020, 1050, 969,  831,  726,  456,  824,  702,
    1120, 1100, 832, 764,  821,  768,  845,  864,  862,  698,  845,  744,  796,  1040, 759,
    781,  865,  845, 944,  984,  897,  822,  1010, 771,  676,  649,  846,  812,  742,  801,
    1040, 860,  874, 848,  890,  744,  749,  838,  1050, 918,  986,  797,  923,  975,  815,
    1020, 906,  901, 1170, 912,  746,  919,  718,  714,  740};

std::vector<double> steps(const std::vector<double>& levels, std::size_t each, double deviation,
                          std::uint64_t seed) {
    random_source source(seed);
    std::vector<double> series;
    for (const double level : levels) {
        for (std::size_t i = 0; i < each; ++i) {
            series.push_back(level + deviation * source.normal());
        }
    }
    return series;
}

} // namespace

TEST(change_points, nile_has_one) {
    const std::vector<change_point> changes = find_change_points(nile);
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].at, 28u) << "1898/99";
    EXPECT_LT(changes[0].p, 0.01);
    EXPECT_LT(changes[0].shift, -200);
}

TEST(change_points, finds_several_and_says_how_large) {
    const std::vector<change_point> changes = find_change_points(steps({0, 1, 0.5}, 20, 0.1, 6));
    ASSERT_EQ(changes.size(), 2u);
    EXPECT_EQ(changes[0].at, 20u);
    EXPECT_NEAR(changes[0].shift, 1, 0.1);
    EXPECT_EQ(changes[1].at, 40u);
    EXPECT_NEAR(changes[1].shift, -0.5, 0.1);
}

TEST(change_points, drops_what_is_smaller_than_asked) {
    change_rules by;
    by.least_shift = 0.6;
    const std::vector<change_point> changes =
        find_change_points(steps({0, 1, 0.5}, 20, 0.1, 6), by);
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].at, 20u);
}

TEST(change_points, leave_short_and_constant_series_alone) {
    EXPECT_TRUE(find_change_points({}).empty());
    EXPECT_TRUE(find_change_points(std::vector<double>(9, 1.0)).empty());
    EXPECT_TRUE(find_change_points(std::vector<double>(200, 1.0)).empty());
    const std::vector<double> short_steps{0, 0, 0, 0, 1, 1, 1, 1, 1};
    EXPECT_TRUE(find_change_points(short_steps).empty()) << "5 points a side are wanted";
}

TEST(change_points, a_step_without_noise_is_found) {
    std::vector<double> series(10, 1.0);
    series.insert(series.end(), 10, 2.0);
    const std::vector<change_point> changes = find_change_points(series);
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].at, 10u);
}

TEST(change_points, are_the_same_twice) {
    const std::vector<double> series = steps({0, 0.15}, 30, 0.2, 7);
    const std::vector<change_point> once = find_change_points(series),
                                    again = find_change_points(series);
    ASSERT_EQ(once.size(), again.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
        EXPECT_EQ(once[i].at, again[i].at);
        EXPECT_EQ(once[i].p, again[i].p);
    }
}

TEST(change_points, false_alarms_stay_below_alpha) {
    int alarms = 0;
    constexpr int series = 400;
    for (std::uint64_t seed = 0; seed < series; ++seed) {
        alarms += find_change_points(steps({0}, 25, 1, 1000 + seed)).empty() ? 0 : 1;
    }
    // 5 % of 400 are 20; 31 is what chance exceeds in 1 % of such tests.
    EXPECT_LE(alarms, 31);
    RecordProperty("alarms_of_400", alarms);
}
