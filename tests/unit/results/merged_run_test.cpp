// SPDX-License-Identifier: Apache-2.0
#include "merged_run.hpp"

#include "recorded_run.hpp"
#include "run_check.hpp"
#include "summary/lever_effects.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;
using dyno::record::lever;
using dyno::record::lever_pair;
using dyno::record::run_file;

namespace {

lever precision(std::vector<lever_pair> pairs) {
    return {"AMP",
            "gemm",
            {{"dtype", std::string("fp32")}},
            {{"dtype", std::string("fp16")}},
            std::move(pairs)};
}

/// fp32 and fp16, in this order or the other one, with a lever between them.
run_file with_lever(const std::string& started, std::size_t launches, bool is_turned = false) {
    run_file f = recorded::run(started);
    recorded::add_measured(f, is_turned ? "fp16" : "fp32",
                           std::vector<double>(launches, is_turned ? 1 : 2));
    recorded::add_measured(f, is_turned ? "fp32" : "fp16",
                           std::vector<double>(launches, is_turned ? 2 : 1));
    f.levers = {precision(is_turned ? std::vector<lever_pair>{{1, 0, {}}}
                                    : std::vector<lever_pair>{{0, 1, {}}})};
    f.levers = dyno::summary::measure_levers(f);
    return f;
}

} // namespace

TEST(merged_run, levers_are_measured_by_the_launches_of_all_files) {
    const run_file merged = merge_runs({{"a.json", with_lever("2026-01-01T00:00:00Z", 2)},
                                        {"b.json", with_lever("2026-01-02T00:00:00Z", 3, true)}});
    ASSERT_EQ(merged.levers.size(), 1u);
    ASSERT_EQ(merged.levers[0].pairs.size(), 1u);
    const lever_pair& pair = merged.levers[0].pairs[0];
    EXPECT_EQ(merged.cases[pair.from_case].label, "gemm dtype=fp32");
    EXPECT_EQ(merged.cases[pair.to_case].label, "gemm dtype=fp16");
    ASSERT_EQ(pair.effects.size(), 1u);
    EXPECT_EQ(pair.effects[0].from_launches, 5u);
    EXPECT_EQ(pair.effects[0].to_launches, 5u);
    EXPECT_DOUBLE_EQ(pair.effects[0].ratio, 0.5);
    EXPECT_TRUE(check_run(merged).empty());
}

TEST(merged_run, a_lever_of_a_later_file_leads_to_its_own_cases) {
    run_file first = recorded::run("2026-01-01T00:00:00Z");
    recorded::add_measured(first, "bf16", recorded::quiet(3));
    const run_file merged =
        merge_runs({{"a.json", first}, {"b.json", with_lever("2026-01-02T00:00:00Z", 4)}});
    ASSERT_EQ(merged.levers.size(), 1u);
    ASSERT_EQ(merged.levers[0].pairs.size(), 1u);
    EXPECT_EQ(merged.cases[merged.levers[0].pairs[0].from_case].label, "gemm dtype=fp32");
    EXPECT_EQ(merged.cases[merged.levers[0].pairs[0].to_case].label, "gemm dtype=fp16");
    EXPECT_EQ(merged.levers[0].pairs[0].effects.at(0).from_launches, 4u);
}

TEST(run_check, an_effect_is_of_the_launches_that_the_run_has) {
    run_file f = with_lever("2026-01-01T00:00:00Z", 4);
    EXPECT_TRUE(check_run(f).empty());
    f.levers[0].pairs[0].effects[0].to_launches = 2;
    const std::vector<finding> found = check_run(f);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].is_error);
    EXPECT_EQ(found[0].where, "levers[0].pairs[0].effects.time");
    EXPECT_EQ(found[0].what, "is of 4 and 2 launches, where the run has 4 and 4");
}
