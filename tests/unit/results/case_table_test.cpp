// SPDX-License-Identifier: Apache-2.0
#include "case_table.hpp"

#include "recorded_run.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;
using dyno::record::run_file;

TEST(case_table, joins_cases_of_one_identity) {
    run_file a = recorded::run(), b = recorded::run();
    recorded::add_case(a, "bf16");
    recorded::add_case(a, "fp32");
    recorded::add_case(b, "fp32");
    const case_table table({&a, &b});
    EXPECT_EQ(table.size(), 2u);
    EXPECT_EQ(table.id_of(0, 1), table.id_of(1, 0));
    EXPECT_NE(table.id_of(0, 0), table.id_of(0, 1));
}

TEST(case_table, cache_and_environment_are_identity_and_labels_are_not) {
    run_file a = recorded::run(), b = recorded::run();
    recorded::add_case(a, "bf16");
    recorded::add_case(b, "bf16");
    b.cases[0].label = "renamed";
    EXPECT_EQ(case_table({&a, &b}).size(), 1u);
    b.cases[0].policy.cache = dyno::record::cache_state::cold;
    EXPECT_EQ(case_table({&a, &b}).size(), 2u);
    b.cases[0].policy.cache = a.cases[0].policy.cache;
    b.cases[0].environment = {{"OMP_NUM_THREADS", "1"}};
    EXPECT_EQ(case_table({&a, &b}).size(), 2u);
}

TEST(case_table, a_parameter_that_came_later_joins_by_its_default_only) {
    run_file old = recorded::run(), fresh = recorded::run();
    recorded::add_case(old, "bf16");
    for (const std::int64_t split : {1, 4}) {
        recorded::add_case(fresh, "bf16");
        fresh.cases.back().parameters["split_k"] = split;
    }
    EXPECT_EQ(case_table({&old, &fresh}).size(), 3u) << "no run recorded a default";
    fresh.workloads[0].defaults = {{"split_k", std::int64_t{1}}};
    const case_table table({&old, &fresh});
    EXPECT_EQ(table.size(), 2u);
    EXPECT_EQ(table.id_of(0, 0), table.id_of(1, 0));
}

TEST(case_table, defaults_that_disagree_join_nothing) {
    run_file old = recorded::run(), one = recorded::run(), four = recorded::run();
    recorded::add_case(old, "bf16");
    one.workloads[0].defaults = {{"split_k", std::int64_t{1}}};
    four.workloads[0].defaults = {{"split_k", std::int64_t{4}}};
    recorded::add_case(one, "bf16");
    one.cases.back().parameters["split_k"] = std::int64_t{1};
    EXPECT_EQ(case_table({&old, &one, &four}).size(), 2u);
}

TEST(case_table, no_two_cases_share_a_label) {
    run_file a = recorded::run();
    recorded::add_case(a, "bf16");
    recorded::add_case(a, "fp32");
    a.cases[0].label = a.cases[1].label = "gemm";
    const case_table table({&a});
    EXPECT_EQ(table.at(0).label, "gemm dtype=bf16");
    EXPECT_EQ(table.at(1).label, "gemm dtype=fp32");
}

TEST(case_table, a_long_word_of_a_label_is_cut_unless_it_tells_cases_apart) {
    const std::string paths(300, 'x');
    run_file a = recorded::run();
    recorded::add_case(a, "bf16");
    a.cases[0].label = "gemm LD_PRELOAD=" + paths + " size=1";
    a.cases[0].environment = {{"LD_PRELOAD", paths}};
    const std::string label = case_table({&a}).at(0).label;
    EXPECT_LT(label.size(), 80u);
    EXPECT_TRUE(label.starts_with("gemm LD_PRELOAD=xxx") && label.ends_with("… size=1")) << label;

    run_file b = a;
    b.cases[0].environment = {{"LD_PRELOAD", paths + "y"}};
    b.cases[0].label = "gemm LD_PRELOAD=" + paths + "y size=1";
    const case_table both({&a, &b});
    EXPECT_NE(both.at(both.id_of(0, 0)).label, both.at(both.id_of(1, 0)).label);
}

TEST(case_table, the_label_does_not_depend_on_the_order_of_the_runs) {
    run_file a = recorded::run(), b = recorded::run();
    recorded::add_case(a, "bf16");
    recorded::add_case(b, "bf16");
    a.cases[0].label = "one name";
    b.cases[0].label = "another name";
    EXPECT_EQ(case_table({&a, &b}).at(0).label, case_table({&b, &a}).at(0).label);
}

TEST(only_difference, names_one_word_and_nothing_else) {
    run_file a = recorded::run();
    recorded::add_case(a, "bf16");
    recorded::add_case(a, "fp32");
    recorded::add_case(a, "bf16");
    a.cases[2].policy.cache = dyno::record::cache_state::cold;
    const case_table table({&a});
    EXPECT_EQ(only_difference(table.at(0), table.at(1)), "dtype: bf16, fp32");
    EXPECT_EQ(only_difference(table.at(0), table.at(2)), "cache: warm, cold");
    EXPECT_EQ(only_difference(table.at(1), table.at(2)), "") << "two differences";
    EXPECT_EQ(only_difference(table.at(0), table.at(0)), "");
}

TEST(only_difference, a_number_is_another_size_and_no_mistake) {
    run_file a = recorded::run();
    for (const std::int64_t size : {1024, 2048}) {
        recorded::add_case(a, "bf16");
        a.cases.back().parameters["size"] = size;
    }
    const case_table table({&a});
    EXPECT_EQ(only_difference(table.at(0), table.at(1)), "");
}
