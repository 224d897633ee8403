// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario_tree.hpp"

#include "checked_scenario.hpp"
#include "scenario/toml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using files = std::vector<std::pair<std::string, std::string>>;

const std::string two_cases = "schema = 1\n[measure]\nlaunches = 3\n"
                              "[[case]]\nid = \"a\"\nworkload = \"gemm\"\nparams = { m = 1 }\n"
                              "[[case]]\nid = \"b\"\nworkload = \"gemm\"\nparams = { m = 2 }\n";

TEST(extends, tables_merge_and_later_wins) {
    const checked_scenario read(
        files{{"top.toml", "schema = 1\nextends = [\"parts/one.toml\", \"parts/two.toml\"]\n"
                           "[measure]\nwarmup_s = 1.0\n"},
              {"parts/one.toml", "name = \"one\"\n[measure]\nlaunches = 7\nwarmup_s = 2.0\n"
                                 "min_time_s = 0.5\n[device]\nkind = \"cpu\"\n"},
              {"parts/two.toml", "extends = [\"../three.toml\"]\n[measure]\nlaunches = 8\n"
                                 "[device]\nkind = \"cuda\"\n"},
              {"three.toml", "[[case]]\nworkload = \"gemm\"\n[measure]\nmin_time_s = 0.25\n"}});
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_EQ(read.scenario.name, "one");
    EXPECT_EQ(read.scenario.device, wanted_device::cuda);
    EXPECT_EQ(read.cases.at(0).recorded.policy.launches, 8);
    EXPECT_EQ(read.cases.at(0).recorded.policy.warmup_s, 1.0);
    EXPECT_EQ(read.cases.at(0).recorded.policy.min_time_s, 0.25);
}

TEST(extends, cases_are_joined_and_an_id_replaces) {
    const checked_scenario read(
        files{{"top.toml", "schema = 1\nextends = [\"base.toml\"]\n"
                           "[[case]]\nid = \"a\"\nworkload = \"gemm\"\nparams = { n = 9 }\n"
                           "[[case]]\nworkload = \"gemm\"\nparams = { m = 4 }\n"},
              {"base.toml", two_cases}});
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_THAT(read.labels(), ElementsAre("gemm m=64 n=9", "gemm m=2 n=64", "gemm m=4 n=64"));
    EXPECT_EQ(to_text(read.cases[1].at).substr(to_text(read.cases[1].at).rfind('/') + 1),
              "base.toml:8");
}

TEST(extends, troubles_name_both_files) {
    const auto problem = [](const files& all) {
        const checked_scenario read(all);
        EXPECT_EQ(read.problems.size(), 1U);
        return read.problems.empty() ? "" : read.problems[0];
    };
    EXPECT_EQ(problem({{"a.toml", "schema = 1\nextends = [\"gone.toml\"]\n"}}),
              "a.toml:2: extends: gone.toml: cannot open: No such file or directory");
    EXPECT_THAT(problem({{"a.toml", "extends = [\"b.toml\"]\n"}, {"b.toml", "x = 1\ny =\n"}}),
                HasSubstr("a.toml:1: extends: b.toml:2:4: "));
    EXPECT_EQ(
        problem({{"a.toml", "extends = [\"b.toml\"]\n"}, {"b.toml", "\nextends = [\"a.toml\"]\n"}}),
        "a.toml:1: extends: b.toml:2: extends: a.toml: extends itself");
    EXPECT_EQ(problem({{"a.toml", "extends = [\"./a.toml\"]\n"}}),
              "a.toml:1: extends: ./a.toml: extends itself");
    EXPECT_EQ(problem({{"a.toml", "extends = \"b.toml\"\n"}}),
              "a.toml:1: 'extends' is a list of paths");
    EXPECT_EQ(problem({{"a.toml", "extends = [3]\n"}}), "a.toml:1: 'extends' is a list of paths");
    EXPECT_EQ(problem({{"a.toml", "extends = [\"\"]\n"}}),
              "a.toml:1: 'extends' is a list of paths");
    files deep;
    for (int i = 0; i < 20; ++i) {
        deep.emplace_back(std::to_string(i) + ".toml",
                          "extends = [\"" + std::to_string(i + 1) + ".toml\"]\n");
    }
    EXPECT_THAT(problem(deep), HasSubstr("extended more than 16 files deep"));
}

TEST(extends, the_same_file_twice_side_by_side_is_no_cycle) {
    const checked_scenario read(
        files{{"a.toml", "schema = 1\nextends = [\"b.toml\", \"c.toml\"]\n" +
                             std::string("[[case]]\n") + "workload = \"gemm\"\n"},
              {"b.toml", "extends = [\"d.toml\"]\n"},
              {"c.toml", "extends = [\"d.toml\"]\n"},
              {"d.toml", "name = \"d\"\n"}});
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_EQ(read.scenario.name, "d");
}

TEST(set, each_kind_of_key_can_be_set) {
    const checked_scenario read(
        two_cases, {"name=x y", "measure.launches=2", "device.kind=cuda", "device.select=GPU-5d3a",
                    "case.a.params.m=5", "case.b.params.dtype=fp16", "case.*.params.scale=0.5",
                    "case.a.measure.cache=cold", "case.b.environment.A=\"1\"",
                    "case.a.sweep.n=[1, 2]", "case.*.measure.warmup_s=0"});
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_EQ(read.scenario.name, "x y");
    EXPECT_EQ(read.scenario.device, wanted_device::cuda);
    EXPECT_EQ(read.scenario.selector, "GPU-5d3a");
    EXPECT_THAT(read.labels(), ElementsAre("gemm dtype=bf16 m=5 n=1 scale=0.5 cache=cold",
                                           "gemm dtype=bf16 m=5 n=2 scale=0.5 cache=cold",
                                           "gemm dtype=fp16 m=2 n=64 scale=0.5 A=1"));
    EXPECT_EQ(read.cases.at(0).recorded.policy.launches, 2);
    EXPECT_EQ(read.cases.at(2).recorded.policy.warmup_s, 0);
}

TEST(set, the_last_of_two_wins) {
    EXPECT_EQ(checked_scenario(two_cases, {"measure.launches=2", "measure.launches=9"})
                  .cases.at(0)
                  .recorded.policy.launches,
              9);
}

TEST(set, what_is_wrong_is_told_as_it_was_set) {
    const auto problem = [](const std::string& setting) {
        const checked_scenario read(two_cases, {setting});
        EXPECT_EQ(read.problems.size(), 1U) << setting;
        return read.problems.empty() ? "" : read.problems[0];
    };
    for (const std::string setting :
         {"measure", "", "=1", "measure.=1", ".launches=1", "measure..launches=1"}) {
        EXPECT_EQ(problem(setting),
                  "--set " + setting + ": write --set KEY=VALUE, for instance measure.launches=3");
    }
    EXPECT_EQ(problem("measure.launches=0"), "--set measure.launches=0: 'launches' of [measure] is "
                                             "a whole number from 1 to 1000, not 0");
    EXPECT_EQ(problem("measure.launches="),
              "--set measure.launches=: 'launches' of [measure] is a whole number, not a text");
    EXPECT_EQ(problem("measure.lanches=2"), "--set measure.lanches=2: unknown key 'lanches' in "
                                            "[measure]; did you mean 'launches'?");
    EXPECT_EQ(problem("measure.launches.x=2"), "--set measure.launches.x=2: 'launches' of "
                                               "[measure] is a whole number, not a table");
    EXPECT_EQ(problem("launches=2"), "--set launches=2: unknown key 'launches' in the scenario");
    EXPECT_EQ(problem("device=cpu"), "--set device=cpu: [device] is a table, not a text");
    EXPECT_EQ(problem("extends=[\"x.toml\"]"),
              "--set extends=[\"x.toml\"]: unknown key 'extends' in the scenario");
    const std::string how = " (write case.ID.KEY=VALUE, or case.*.KEY=VALUE for all)";
    EXPECT_EQ(problem("case.c.params.m=1"),
              "--set case.c.params.m=1: no case has the id 'c'" + how);
    EXPECT_EQ(problem("case=1"), "--set case=1: no case has the id ''" + how);
    EXPECT_EQ(problem("case.a.params.q=1"),
              "--set case.a.params.q=1: workload 'gemm' has no parameter 'q'");
    EXPECT_EQ(problem("case.a.params.dtype=bf61"),
              "--set case.a.params.dtype=bf61: 'dtype' is one of \"bf16\", \"fp16\", \"fp32\", not "
              "\"bf61\"; did you mean 'bf16'?");
}

TEST(set, bug_everything_around_a_setting_was_told_to_stand_on_the_command_line) {
    // Only the new value's place is the command line; cases stay where they are written.
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"copy\"\n\n"
                                 "[[case]]\nworkload = \"copy\"\nparams = { kind = \"d2h\" }\n",
                                 {"case.*.measure.launches=1", "measure.launches=2"})
                    .problems,
                ElementsAre("f.toml:2: workload 'copy' needs the parameter 'bytes'",
                            "f.toml:5: workload 'copy' needs the parameter 'bytes'"));
    EXPECT_THAT(checked_scenario("schema = 1\n", {"measure.launches=1"}).problems,
                ElementsAre("f.toml: a scenario needs at least one [[case]]"));
    EXPECT_THAT(checked_scenario(two_cases, {"measure.min_time_s=11"}).problems,
                ElementsAre("--set measure.min_time_s=11: 'min_time_s' is greater than "
                            "'max_time_s'"));
}

} // namespace
} // namespace dyno
