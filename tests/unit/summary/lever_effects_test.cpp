// SPDX-License-Identifier: Apache-2.0
#include "summary/lever_effects.hpp"

#include "summary/case_labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno::summary {
namespace {

using record::direction;
using record::status;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const display::palette plain(false);

void add_case(record::run_file& run, const std::string& precision) {
    record::run_case& c = run.cases.emplace_back();
    c.workload = "training";
    c.label = "training precision=" + precision;
    c.parameters = {{"precision", precision}};
}

void add_launch(record::run_file& run, std::size_t case_index, double time_s, double bytes,
                status outcome = status::ok) {
    record::launch& l = run.launches.emplace_back();
    l.case_index = case_index;
    l.status = outcome;
    l.metrics = {{"time", "s", direction::lower, time_s, {}},
                 {"peak", "B", direction::lower, bytes, {}},
                 {"last_loss", "1", direction::exact, 7, {}}};
}

/// fp32 at 2 s and 10 B against fp16 at 1 s and 7 B.
record::run_file two_precisions(std::size_t launches) {
    record::run_file run;
    run.workloads = {{"training",
                      {},
                      {{"time", "s", direction::lower, ""}, {"peak", "B", direction::lower, ""}}}};
    add_case(run, "fp32");
    add_case(run, "fp16");
    for (std::size_t i = 0; i < launches; ++i) {
        add_launch(run, 0, 2, 10);
        add_launch(run, 1, 1, 7);
    }
    run.levers = {{"AMP",
                   "training",
                   {{"precision", std::string("fp32")}},
                   {{"precision", std::string("fp16")}},
                   {{0, 1, {}}}}};
    return run;
}

const record::lever_effect& effect(const std::vector<record::lever>& levers,
                                   const std::string& metric) {
    for (const record::lever_effect& e : levers.at(0).pairs.at(0).effects) {
        if (e.metric == metric) {
            return e;
        }
    }
    throw std::out_of_range(metric);
}

TEST(levers, an_effect_is_the_ratio_of_what_came_of_it) {
    const auto levers = measure_levers(two_precisions(5));
    EXPECT_DOUBLE_EQ(effect(levers, "time").ratio, 0.5);
    EXPECT_NEAR(effect(levers, "peak").ratio, 0.7, 1e-12);
    EXPECT_EQ(effect(levers, "time").from_launches, 5U);
    ASSERT_TRUE(effect(levers, "time").low && effect(levers, "time").high);
    EXPECT_DOUBLE_EQ(*effect(levers, "time").low, 0.5);
}

TEST(levers, what_has_no_better_has_no_ratio) {
    EXPECT_THROW((void)effect(measure_levers(two_precisions(5)), "last_loss"), std::out_of_range);
}

TEST(levers, few_launches_bound_nothing) {
    const auto levers = measure_levers(two_precisions(2));
    EXPECT_DOUBLE_EQ(effect(levers, "time").ratio, 0.5);
    EXPECT_FALSE(effect(levers, "time").low);
    EXPECT_FALSE(effect(levers, "time").high);
}

TEST(levers, a_launch_that_was_not_ok_counts_for_nothing) {
    record::run_file run = two_precisions(4);
    add_launch(run, 1, 0.001, 1, status::invalid);
    EXPECT_DOUBLE_EQ(effect(measure_levers(run), "time").ratio, 0.5);
}

TEST(levers, a_side_that_never_was_ok_is_not_measured) {
    record::run_file run = two_precisions(4);
    for (record::launch& l : run.launches) {
        l.status = l.case_index == 1 ? status::invalid : l.status;
    }
    run.levers = measure_levers(run);
    EXPECT_THAT(run.levers.at(0).pairs.at(0).effects, IsEmpty());
    EXPECT_THAT(lever_table(run, plain, 0), HasSubstr("not measured"));
}

TEST(levers, the_table_says_how_many_times_as_fast_and_the_memory) {
    record::run_file run = two_precisions(5);
    run.levers = measure_levers(run);
    const std::string text = lever_table(run, plain, 0);
    EXPECT_THAT(text, HasSubstr("AMP"));
    EXPECT_THAT(text, HasSubstr("precision=fp32 → fp16"));
    EXPECT_THAT(text, HasSubstr("2.00× [2.00, 2.00]"));
    EXPECT_THAT(text, HasSubstr("-30"));
    EXPECT_THAT(lever_table({}, plain, 0), IsEmpty());
}

TEST(levers, a_rate_says_how_fast_where_the_work_of_an_iteration_changes) {
    record::run_file run = two_precisions(5);
    run.workloads[0].metrics.push_back({"throughput", "img/s", direction::higher, ""});
    for (record::launch& l : run.launches) {
        // Twice the images in the same time.
        l.metrics[0].value = 1;
        l.metrics.push_back(
            {"throughput", "img/s", direction::higher, l.case_index == 1 ? 200.0 : 100.0, {}});
    }
    run.levers = measure_levers(run);
    EXPECT_THAT(lever_table(run, plain, 0), HasSubstr("2.00× [2.00, 2.00]"));
}

TEST(levers, a_hundredth_is_not_nothing) {
    record::run_file run = two_precisions(5);
    for (record::launch& l : run.launches) {
        l.metrics[0].value = l.case_index == 1 ? 300 : 1;
    }
    run.levers = measure_levers(run);
    EXPECT_THAT(lever_table(run, plain, 0), HasSubstr("0.0033×"));
}

TEST(case_labels, short_ones_stay) {
    const auto labels = label_cases(two_precisions(1));
    EXPECT_THAT(labels.of_cases, ElementsAre("training precision=fp32", "training precision=fp16"));
    EXPECT_THAT(labels.left_out, IsEmpty());
}

TEST(case_labels, long_ones_leave_out_what_all_of_a_workload_share) {
    record::run_file run = two_precisions(1);
    for (record::run_case& c : run.cases) {
        c.parameters.emplace("layout", std::string("channels last"));
        c.parameters.emplace("batch", std::int64_t{25});
        c.parameters.emplace("unsaid", std::int64_t{1});
        c.label += " layout=channels last batch=25 batch_norm=256";
    }
    record::run_case& alone = run.cases.emplace_back();
    alone.workload = "gemm";
    alone.parameters = {{"batch", std::int64_t{25}}};
    alone.label = "gemm batch=25";
    const auto labels = label_cases(run);
    EXPECT_THAT(labels.of_cases,
                ElementsAre("training precision=fp32 batch_norm=256",
                            "training precision=fp16 batch_norm=256", "gemm batch=25"));
    EXPECT_THAT(labels.left_out,
                ElementsAre("in all cases of training: batch=25 layout=channels last"));
}

TEST(case_labels, a_parameter_is_not_found_inside_another) {
    EXPECT_EQ(label_without("gemm m=64 n=6", {{"m", std::int64_t{6}}}), "gemm m=64 n=6");
    EXPECT_EQ(label_without("gemm m=64 m=6", {{"m", std::int64_t{6}}}), "gemm m=64");
}

} // namespace
} // namespace dyno::summary
