// SPDX-License-Identifier: Apache-2.0
#include "evidence.hpp"

#include "recorded_run.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;
using dyno::record::direction;
using dyno::record::run_file;
using dyno::record::status;

namespace {

side_evidence gather_all(const std::vector<run_file>& runs) {
    const auto files = recorded::pointers(runs);
    return gather(files, case_table(files), 0);
}

} // namespace

TEST(evidence, keeps_launches_run_by_run) {
    std::vector<run_file> runs{recorded::run("2026-01-01T00:00:00Z"),
                               recorded::run("2026-01-02T00:00:00Z")};
    recorded::add_measured(runs[0], "bf16", {1, 2});
    recorded::add_measured(runs[1], "bf16", {3});
    const side_evidence side = gather_all(runs);
    ASSERT_EQ(side.size(), 1u);
    const metric_evidence& time = side[0].metrics.at("time");
    ASSERT_EQ(time.runs.size(), 2u);
    EXPECT_EQ(time.runs[0].size(), 2u);
    EXPECT_EQ(time.runs[1].size(), 1u);
    EXPECT_EQ(time.values(), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(side[0].runs, 2u);
}

TEST(evidence, the_time_of_a_wrong_answer_is_no_time) {
    std::vector<run_file> runs{recorded::run()};
    recorded::add_measured(runs[0], "bf16", {1, 9});
    runs[0].launches[1].status = status::invalid;
    runs[0].launches[1].reason = "element 3 is wrong";
    const side_evidence side = gather_all(runs);
    EXPECT_EQ(side[0].metrics.at("time").values(), std::vector<double>{1});
    EXPECT_EQ(side[0].count(status::invalid), 1u);
    EXPECT_EQ(side[0].broken(), 1u);
    EXPECT_EQ(side[0].reasons.at("invalid: element 3 is wrong"), 1u);
}

TEST(evidence, what_was_skipped_or_never_ran_is_not_broken) {
    std::vector<run_file> runs{recorded::run()};
    recorded::add_measured(runs[0], "bf16", {1, 1, 1});
    runs[0].launches[0].status = status::skipped;
    runs[0].launches[1].status = status::not_run;
    runs[0].launches[2].status = status::oom;
    const side_evidence side = gather_all(runs);
    EXPECT_EQ(side[0].broken(), 1u);
    EXPECT_EQ(side[0].skipped(), 1u);
    EXPECT_TRUE(side[0].metrics.empty());
}

TEST(evidence, converts_units_of_a_family_within_a_side) {
    std::vector<run_file> runs{recorded::run()};
    const std::size_t index = recorded::add_case(runs[0], "bf16");
    recorded::add_launch(runs[0], index, 0.25);
    recorded::add_launch(runs[0], index, 250, "time", "ms");
    const metric_evidence time = gather_all(runs)[0].metrics.at("time");
    EXPECT_EQ(time.unit, "s");
    EXPECT_EQ(time.values(), (std::vector<double>{0.25, 0.25}));
    EXPECT_EQ(time.clash, "");
}

TEST(evidence, other_families_and_directions_clash) {
    std::vector<run_file> runs{recorded::run()};
    const std::size_t index = recorded::add_case(runs[0], "bf16");
    recorded::add_launch(runs[0], index, 1);
    recorded::add_launch(runs[0], index, 1, "time", "B");
    EXPECT_EQ(gather_all(runs)[0].metrics.at("time").clash, "units differ within a side: s, B");
    runs[0].launches[1].metrics[0].unit = "s";
    runs[0].launches[1].metrics[0].better = direction::higher;
    EXPECT_EQ(gather_all(runs)[0].metrics.at("time").clash, "directions differ within a side");
}

TEST(evidence, telemetry_becomes_metrics_with_their_query) {
    std::vector<run_file> runs{recorded::run()};
    recorded::add_measured(runs[0], "bf16", {1, 2});
    dyno::record::telemetry watched;
    watched.sm_clock_median_mhz = 1980.0;
    watched.energy_per_iteration_j = 0.5;
    watched.memory_used_max_bytes = 1e9;
    watched.memory_query = "v2";
    runs[0].launches[0].telemetry = watched;
    const side_evidence side = gather_all(runs);
    const auto& launches = side[0].metrics.at("time").runs[0];
    EXPECT_EQ(launches[0].sm_clock_mhz, 1980.0);
    EXPECT_FALSE(launches[1].sm_clock_mhz) << "what was not watched is unknown, not 0";
    EXPECT_EQ(side[0].metrics.at("energy_per_iteration").values(), std::vector<double>{0.5});
    EXPECT_EQ(side[0].metrics.at("memory_in_use_max").queries, std::set<std::string>{"v2"});
}

TEST(evidence, of_one_run_follows_its_own_list) {
    run_file f = recorded::run();
    recorded::add_measured(f, "bf16", {1});
    recorded::add_measured(f, "fp32", {2, 3});
    const side_evidence side = gather_run(f);
    ASSERT_EQ(side.size(), 2u);
    EXPECT_EQ(side[1].metrics.at("time").values(), (std::vector<double>{2, 3}));
}
