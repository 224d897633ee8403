// SPDX-License-Identifier: Apache-2.0
#include "run/schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using planned = planned_launch;

std::vector<record::run_case> cases_of(const std::vector<int>& launches) {
    std::vector<record::run_case> cases;
    for (const int count : launches) {
        cases.emplace_back().policy.launches = count;
    }
    return cases;
}

record::launch done(std::size_t case_index, int round) {
    record::launch l;
    l.case_index = case_index;
    l.round = round;
    return l;
}

TEST(schedule, goes_round_by_round_over_all_cases) {
    EXPECT_THAT(schedule(cases_of({2, 2, 2}), {}),
                ElementsAre(planned{0, 1}, planned{1, 1}, planned{2, 1}, planned{0, 2},
                            planned{1, 2}, planned{2, 2}));
}

TEST(schedule, cases_with_fewer_launches_drop_out_earlier) {
    EXPECT_THAT(schedule(cases_of({1, 3, 2}), {}),
                ElementsAre(planned{0, 1}, planned{1, 1}, planned{2, 1}, planned{1, 2},
                            planned{2, 2}, planned{1, 3}));
}

TEST(schedule, leaves_out_what_is_done_whatever_its_order) {
    EXPECT_THAT(schedule(cases_of({2, 2}), {done(1, 2), done(0, 1)}),
                ElementsAre(planned{1, 1}, planned{0, 2}));
    EXPECT_THAT(schedule(cases_of({1}), {done(0, 1)}), IsEmpty());
    EXPECT_THAT(schedule(cases_of({1}), {done(0, 1), done(0, 1), done(7, 1)}), IsEmpty());
}

TEST(schedule, of_no_cases_is_empty) {
    EXPECT_THAT(schedule({}, {}), IsEmpty());
}

TEST(estimate, is_bounded_by_the_time_limit) {
    record::policy p;
    EXPECT_NEAR(estimate_s(p), 3 + 1.5 + 2.5, 1);
    p.time_limit_s = 2;
    EXPECT_EQ(estimate_s(p), 2);
    p = {};
    p.min_time_s = p.max_time_s = 10;
    EXPECT_NEAR(estimate_s(p), 3 + 10 + 2.5, 1);
}

} // namespace
} // namespace dyno
