// SPDX-License-Identifier: Apache-2.0
#include "summary/case_summary.hpp"

#include "sample_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno::summary {
namespace {

using record::direction;
using record::status;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

record::launch launch_of(std::size_t case_index, status outcome,
                         std::vector<record::metric> metrics = {}) {
    record::launch l;
    l.case_index = case_index;
    l.status = outcome;
    l.metrics = std::move(metrics);
    return l;
}

record::metric time_of(double value) {
    return {"time", "s", direction::lower, value, {}};
}

record::run_file run_of(std::vector<record::launch> launches, std::size_t cases = 1) {
    record::run_file run;
    run.cases.resize(cases);
    run.launches = std::move(launches);
    return run;
}

TEST(case_summary, a_value_is_the_median_of_the_launches_and_its_spread_half_their_range) {
    const auto all = summarise(
        run_of({launch_of(0, status::ok, {time_of(1.0)}), launch_of(0, status::ok, {time_of(1.2)}),
                launch_of(0, status::ok, {time_of(1.1)})}));
    const metric_summary* time = all.at(0).find("time");
    ASSERT_NE(time, nullptr);
    EXPECT_DOUBLE_EQ(time->median, 1.1);
    EXPECT_NEAR(time->spread.value(), 0.1 / 1.1, 1e-12);
    EXPECT_EQ(time->launches, 3U);
    EXPECT_EQ(time->unit, "s");
    EXPECT_EQ(all[0].find("rate"), nullptr);
}

TEST(case_summary, one_launch_has_no_spread) {
    const auto all = summarise(run_of({launch_of(0, status::ok, {time_of(1.0)})}));
    EXPECT_EQ(all.at(0).find("time")->spread, std::nullopt);
}

TEST(case_summary, a_median_of_zero_has_no_spread) {
    const auto all = summarise(
        run_of({launch_of(0, status::ok, {time_of(0)}), launch_of(0, status::ok, {time_of(0)})}));
    EXPECT_EQ(all.at(0).find("time")->spread, std::nullopt);
}

TEST(case_summary, bug_the_spread_of_a_negative_metric_was_negative) {
    const auto loss = [](double value) {
        return record::metric{"loss", "1", direction::lower, value, {}};
    };
    const auto all = summarise(
        run_of({launch_of(0, status::ok, {loss(-1.0)}), launch_of(0, status::ok, {loss(-3.0)})}));
    EXPECT_NEAR(all.at(0).find("loss")->spread.value(), 0.5, 1e-12);
}

TEST(case_summary, only_good_launches_give_figures_and_the_others_reasons) {
    record::launch wrong = launch_of(0, status::invalid, {time_of(0.001)});
    wrong.reason = "the answer is wrong";
    wrong.warnings = {"doubtful"};
    record::launch late = launch_of(0, status::timeout);
    record::launch good = launch_of(0, status::ok, {time_of(1)});
    good.warnings = {"doubtful", "very"};
    const auto all = summarise(run_of({wrong, good, wrong, late}));
    EXPECT_EQ(all.at(0).find("time")->launches, 1U);
    EXPECT_EQ(all[0].find("time")->median, 1);
    EXPECT_THAT(all[0].counts, ElementsAre(Pair(status::ok, 1), Pair(status::timeout, 1),
                                           Pair(status::invalid, 2)));
    EXPECT_THAT(all[0].reasons,
                ElementsAre(Pair("invalid: the answer is wrong", 2), Pair("timeout", 1)));
    EXPECT_THAT(all[0].warnings, ElementsAre(Pair("doubtful", 3), Pair("very", 1)));
}

TEST(case_summary, every_case_has_one_even_without_launches) {
    const auto all = summarise(run_of({launch_of(2, status::ok, {time_of(1)})}, 3));
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1].case_index, 1U);
    EXPECT_THAT(all[0].metrics, IsEmpty());
    EXPECT_THAT(all[2].metrics, testing::SizeIs(1));
    EXPECT_THAT(summarise({}), IsEmpty());
}

TEST(case_summary, rate_and_memory_are_the_first_of_their_unit) {
    const auto all = summarise(run_of({launch_of(0, status::ok,
                                                 {time_of(1),
                                                  {"throughput", "img/s", direction::higher, 5, {}},
                                                  {"flops", "FLOP/s", direction::higher, 6, {}},
                                                  {"peak", "B", direction::lower, 7, {}}})}));
    EXPECT_EQ(all.at(0).rate()->name, "throughput");
    EXPECT_EQ(all[0].memory()->name, "peak");
    const auto none = summarise(run_of({launch_of(0, status::ok, {time_of(1)})}));
    EXPECT_EQ(none.at(0).rate(), nullptr);
    EXPECT_EQ(none[0].memory(), nullptr);
}

} // namespace
} // namespace dyno::summary
