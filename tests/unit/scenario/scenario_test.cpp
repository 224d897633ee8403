// What a scenario's own keys may hold, and what is said of those that hold something else.
// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario.hpp"

#include "checked_scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using texts = std::vector<std::string>;

struct bad {
    const char* scenario; ///< below "schema = 1"
    texts problems;
};

const char* const good_case = "[[case]]\nworkload = \"gemm\"\n";

TEST(scenario, keys_that_are_wrong_are_told_with_line_and_word) {
    const bad table[] = {
        // misspelt
        {"[mesure]\nlaunches = 2\n",
         {"f.toml:4: unknown key 'mesure' in the scenario; did you mean 'measure'?"}},
        {"[[scenrio]]\nx = 1\n", {"f.toml:4: unknown key 'scenrio' in the scenario"}},
        {"[measure]\nlanches = 2\n",
         {"f.toml:5: unknown key 'lanches' in [measure]; did you mean 'launches'?"}},
        {"[measure]\nwarmup_itres = 2\n",
         {"f.toml:5: unknown key 'warmup_itres' in [measure]; did you mean 'warmup_s'?"}},
        {"[device]\nkindd = \"cpu\"\n",
         {"f.toml:5: unknown key 'kindd' in [device]; did you mean 'kind'?"}},
        {"colour = 1\n", {"f.toml:4: unknown key 'colour' in the scenario"}},
        // a key of another table
        {"launches = 2\n", {"f.toml:4: unknown key 'launches' in the scenario"}},
        {"[measure]\nselect = \"0\"\n", {"f.toml:5: unknown key 'select' in [measure]"}},
        // of the wrong type
        {"name = 3\n", {"f.toml:4: 'name' of the scenario is a text, not a whole number"}},
        {"measure = 3\n", {"f.toml:4: [measure] is a table, not a whole number"}},
        {"device = \"cpu\"\n", {"f.toml:4: [device] is a table, not a text"}},
        {"[measure]\nlaunches = 2.0\n",
         {"f.toml:5: 'launches' of [measure] is a whole number, not a number"}},
        {"[measure]\nlaunches = \"2\"\n",
         {"f.toml:5: 'launches' of [measure] is a whole number, not a text"}},
        {"[measure]\nwarmup_s = true\n",
         {"f.toml:5: 'warmup_s' of [measure] is a number, not a truth value"}},
        {"[measure]\nwarmup_s = [1]\n",
         {"f.toml:5: 'warmup_s' of [measure] is a number, not a list"}},
        {"[measure]\ncache = 1\n",
         {"f.toml:5: 'cache' of [measure] is one of \"warm\", \"cold\", "
          "not a whole number"}},
        // out of range
        {"[measure]\nlaunches = 0\n",
         {"f.toml:5: 'launches' of [measure] is a whole number from 1 to 1000, not 0"}},
        {"[measure]\nlaunches = -5\n",
         {"f.toml:5: 'launches' of [measure] is a whole number from 1 to 1000, not -5"}},
        {"[measure]\nlaunches = 9223372036854775807\n",
         {"f.toml:5: 'launches' of [measure] is a whole number from 1 to 1000, not "
          "9223372036854775807"}},
        {"[measure]\nmin_samples = 0\n",
         {"f.toml:5: 'min_samples' of [measure] is a whole number from 1 to 1000000, not 0"}},
        {"[measure]\nwarmup_s = -0.1\n",
         {"f.toml:5: 'warmup_s' of [measure] is a number from 0 to 604800, not -0.1"}},
        {"[measure]\nwarmup_s = nan\n",
         {"f.toml:5: 'warmup_s' of [measure] is a number from 0 to 604800, not nan"}},
        {"[measure]\nmax_time_s = inf\n",
         {"f.toml:5: 'max_time_s' of [measure] is a number from 0 to 604800, not inf"}},
        {"[measure]\ntarget_rel_ci = 1.5\n",
         {"f.toml:5: 'target_rel_ci' of [measure] is a number from 0 to 1, not 1.5"}},
        {"[measure]\ntime_limit_s = 0\n",
         {"f.toml:5: 'time_limit_s' of [measure] is a number from 0.1 to 604800, not 0"}},
        {"[measure]\ncache = \"warn\"\n",
         {"f.toml:5: 'cache' of [measure] is one of \"warm\", \"cold\", not \"warn\"; did you mean "
          "'warm'?"}},
        {"[device]\nkind = \"gpu\"\n",
         {"f.toml:5: 'kind' of [device] is one of \"cuda\", \"cpu\", "
          "\"any\", not \"gpu\"; did you mean 'cpu'?"}},
        // at odds with each other
        {"[measure]\nwarmup_s = 1\nmin_time_s = 11\n",
         {"f.toml:6: 'min_time_s' is greater than 'max_time_s'"}},
        {"[measure]\nmax_samples = 5\n", {"f.toml:4: 'min_samples' is greater than 'max_samples'"}},
        {"[measure]\nwarmup_s = 16\n", {"f.toml:5: 'warmup_s' is greater than 'max_warmup_s'"}},
        {"[measure]\ntime_limit_s = 4\n",
         {"f.toml:5: 'time_limit_s' leaves no time: it is not above 'warmup_s' and 'min_time_s' "
          "together"}},
        // the device
        {"[device]\nselect = true\n",
         {"f.toml:5: 'select' is one device: an index, a UUID (\"GPU-…\") or a PCI bus id "
          "(\"0000:65:00.0\")"}},
        {"[device]\nselect = \"\"\n",
         {"f.toml:5: 'select' is one device: an index, a UUID (\"GPU-…\") or a PCI bus id "
          "(\"0000:65:00.0\")"}},
        {"[device]\nselect = [0, 1]\n",
         {"f.toml:5: 'select' is one device: an index, a UUID (\"GPU-…\") or a PCI bus id "
          "(\"0000:65:00.0\")"}},
        {"[device]\nkind = \"cpu\"\nselect = 0\n",
         {"f.toml:4: 'select' chooses among CUDA devices; kind is \"cpu\""}},
    };
    for (const bad& one : table) {
        // The case first, so that keys of the top cannot slip into it.
        const checked_scenario read("schema = 1\ncase = [{ workload = \"gemm\" }]\n\n" +
                                    std::string(one.scenario));
        EXPECT_EQ(read.problems, one.problems) << one.scenario;
    }
}

TEST(scenario, cases_that_are_wrong_are_told_with_line_and_word) {
    const bad table[] = {
        {"[[case]]\nid = \"x\"\n", {"f.toml:2: a [[case]] without 'workload'"}},
        {"[[case]]\nworkload = 3\n",
         {"f.toml:3: 'workload' of [[case]] is a text, not a whole number"}},
        {"[[case]]\nworkload = \"gemm\"\nid = 3\n",
         {"f.toml:4: 'id' of [[case]] is a text, not a whole number"}},
        {"[[case]]\nworkload = \"gemm\"\nparms = { m = 1 }\n",
         {"f.toml:4: unknown key 'parms' in [[case]]; did you mean 'params'?"}},
        {"[[case]]\nworkload = \"gemm\"\nm = 1\n", {"f.toml:4: unknown key 'm' in [[case]]"}},
        {"[[case]]\nworkload = \"gemm\"\nlaunches = 1\n",
         {"f.toml:4: unknown key 'launches' in [[case]]"}},
        {"[[case]]\nworkload = \"gemm\"\nparams = [1]\n",
         {"f.toml:4: 'params' of [[case]] is a table, not a list"}},
        {"[[case]]\nworkload = \"gemm\"\nsweep = { m = [] }\n",
         {"f.toml:4: 'm' of sweep is a list with at least one value"}},
        {"[[case]]\nworkload = \"gemm\"\nsweep = { m = 3 }\n",
         {"f.toml:4: 'm' of sweep is a list with at least one value"}},
        {"[[case]]\nworkload = \"gemm\"\nsweep = [{ m = [1] }]\n",
         {"f.toml:4: 'sweep' of [[case]] is a table, not a list"}},
        {"[[case]]\nworkload = \"gemm\"\nzip = { m = [1] }\n",
         {"f.toml:4: 'zip' of [[case]] is a list, not a table"}},
        {"[[case]]\nworkload = \"gemm\"\nzip = [ 1 ]\n",
         {"f.toml:4: an entry of zip is a table of values that go together"}},
        {"[[case]]\nworkload = \"gemm\"\nzip = [ {} ]\n",
         {"f.toml:4: an entry of zip is a table of values that go together"}},
        {"[[case]]\nworkload = \"gemm\"\nzip = []\n",
         {"f.toml:4: 'zip' is a list with at least one set of values"}},
        {"[[case]]\nworkload = \"gemm\"\nmeasure = { launches = 0 }\n",
         {"f.toml:4: 'launches' of measure is a whole number from 1 to 1000, not 0"}},
        {"[[case]]\nworkload = \"gemm\"\nmeasure = 3\n",
         {"f.toml:4: measure is a table, not a whole number"}},
        {"[[case]]\nworkload = \"gemm\"\nenvironment = { A = 1 }\n",
         {"f.toml:4: 'A' of environment is a variable's text, in quotes"}},
        {"[[case]]\nworkload = \"gemm\"\nenvironment = { \"A=B\" = \"1\" }\n",
         {"f.toml:4: 'A=B' of environment is a variable's text, in quotes"}},
        {"[[case]]\nworkload = \"gemm\"\nenvironment = { \"\" = \"1\" }\n",
         {"f.toml:4: '' of environment is a variable's text, in quotes"}},
        {"[[case]]\nworkload = \"gemm\"\nenvironment = { A = \"a\\u0000b\" }\n",
         {"f.toml:4: 'A' of environment is a variable's text, in quotes"}},
        {"[[case]]\nworkload = \"gemm\"\nenvironment = { BENCHMARK_LIST_TESTS = \"1\" }\n",
         {"f.toml:4: 'BENCHMARK_LIST_TESTS' would change how the timing engine measures"}},
        {"[[case]]\nworkload = \"gemm\"\nskip_unless = { memory_free = \"24 Gib\" }\n",
         {"f.toml:4: 'memory_free' of skip_unless is a size such as \"24 GiB\" or a whole number "
          "of "
          "bytes, not a text"}},
        {"[[case]]\nworkload = \"gemm\"\nskip_unless = { memory_fre = \"1 GiB\" }\n",
         {"f.toml:4: unknown key 'memory_fre' in skip_unless; did you mean 'memory_free'?"}},
        {"[[case]]\nworkload = \"gemm\"\nskip_unless = { memory_free = -1 }\n",
         {"f.toml:4: 'memory_free' of skip_unless is a size such as \"24 GiB\" or a whole number "
          "of "
          "bytes, not a whole number"}},
        {"case = 3\n", {"f.toml:2: a scenario needs at least one [[case]]"}},
        {"case = []\n", {"f.toml:2: a scenario needs at least one [[case]]"}},
        {"case = [ 3 ]\n", {"f.toml:2: [[case]] is a table, not a whole number"}},
        {"[case]\nworkload = \"gemm\"\n", {"f.toml:2: a scenario needs at least one [[case]]"}},
        {"name = \"x\"\n", {"f.toml: a scenario needs at least one [[case]]"}},
    };
    for (const bad& one : table) {
        EXPECT_EQ(checked_scenario("schema = 1\n" + std::string(one.scenario)).problems,
                  one.problems)
            << one.scenario;
    }
}

TEST(scenario, bug_a_name_left_out_of_one_set_of_zip_silently_had_its_default) {
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"gemm\"\n"
                                 "zip = [ { m = 1, n = 2 },\n { n = 3 },\n { n = 4, m = 5, k = 6 },"
                                 "\n { n = 7, m = 8 } ]\n")
                    .problems,
                ElementsAre("f.toml:5: every set of zip gives the same parameters: this one gives "
                            "n, the first one m, n",
                            "f.toml:6: every set of zip gives the same parameters: this one gives "
                            "k, m, n, the first one m, n"));
}

TEST(scenario, bug_two_cases_could_have_one_id) {
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nid = \"a\"\nworkload = \"gemm\"\n"
                                 "[[case]]\nid = \"a\"\nworkload = \"gemm\"\nparams = { m = 3 }\n")
                    .problems,
                ElementsAre("f.toml:5: the id 'a' belongs to the case at f.toml:2 already"));
}

TEST(scenario, the_schema_is_needed) {
    EXPECT_THAT(checked_scenario(good_case).problems,
                ElementsAre("f.toml: the first key of a scenario is 'schema = 1'"));
    for (const char* schema : {"2", "1.0", "\"1\"", "[1]"}) {
        EXPECT_THAT(checked_scenario("schema = " + std::string(schema) + "\n" + good_case).problems,
                    ElementsAre("f.toml:1: this program reads scenarios of 'schema = 1' only"));
    }
}

TEST(scenario, all_errors_are_told_in_one_go) {
    EXPECT_THAT(
        checked_scenario("schema = 1\nnam = \"x\"\n[measure]\nlaunches = 0\nwarmup_itres = 1\n"
                         "[[scenrio]]\n[[case]]\nworkload = \"gemm\"\n"
                         "params = { batchsize = 2, dtype = \"bf61\", kind = \"h2d\" }\n"
                         "[[case]]\nworkload = \"gem\"\n")
            .problems,
        ElementsAre("f.toml:4: 'launches' of [measure] is a whole number from 1 to 1000, not 0",
                    "f.toml:5: unknown key 'warmup_itres' in [measure]; did you mean 'warmup_s'?",
                    "f.toml:2: unknown key 'nam' in the scenario; did you mean 'name'?",
                    "f.toml:6: unknown key 'scenrio' in the scenario",
                    "f.toml:9: workload 'gemm' has no parameter 'batchsize'",
                    "f.toml:9: 'dtype' is one of \"bf16\", \"fp16\", \"fp32\", not \"bf61\"; did "
                    "you mean 'bf16'?",
                    "f.toml:9: workload 'gemm' has no parameter 'kind'",
                    "f.toml:10: no plugin offers the workload 'gem'; did you mean 'gemm'?"));
}

TEST(scenario, bug_a_variable_too_long_for_the_system_ended_the_run) {
    const auto with = [](std::size_t bytes) {
        return "schema = 1\n[[case]]\nworkload = \"gemm\"\nenvironment = { A = \"" +
               std::string(bytes - 2, 'x') + "\" }\n";
    };
    EXPECT_THAT(checked_scenario(with(131071)).problems, IsEmpty());
    EXPECT_THAT(checked_scenario(with(131072)).problems,
                ElementsAre("f.toml:4: 'A' of environment is longer than a variable can be: 131071 "
                            "bytes with its name and '='"));
}

TEST(scenario, defaults_are_the_policys) {
    const checked_scenario read("schema = 1\n" + std::string(good_case));
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_EQ(read.scenario.name, "f");
    EXPECT_EQ(read.scenario.device, wanted_device::any);
    EXPECT_EQ(read.scenario.selector, "");
    ASSERT_EQ(read.scenario.cases.size(), 1U);
    EXPECT_EQ(read.scenario.cases[0].policy, record::policy{});
    EXPECT_EQ(record::policy{}.launches, 5);
}

TEST(scenario, a_case_overrides_the_policy_key_by_key) {
    const checked_scenario read("schema = 1\nname = \"N\"\n[device]\nkind = \"cuda\"\nselect = 1\n"
                                "[measure]\nlaunches = 3\nwarmup_s = 1\ncache = \"cold\"\n"
                                "[[case]]\nworkload = \"gemm\"\n"
                                "measure = { launches = 7, min_time_s = 0, max_samples = 20 }\n"
                                "environment = { B = \"\", A = \"x y\" }\n"
                                "skip_unless = { memory_free = \"20 GiB\" }\n"
                                "[[case]]\nworkload = \"copy\"\nparams = { bytes = \"1 GiB\" }\n");
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_EQ(read.scenario.name, "N");
    EXPECT_EQ(read.scenario.device, wanted_device::cuda);
    EXPECT_EQ(read.scenario.selector, "1");
    record::policy common;
    common.launches = 3;
    common.warmup_s = 1;
    common.cache = record::cache_state::cold;
    record::policy own = common;
    own.launches = 7;
    own.min_time_s = 0;
    own.max_samples = 20;
    own.least_free_bytes = std::uint64_t{20} << 30;
    EXPECT_EQ(read.cases.at(0).recorded.policy, own);
    EXPECT_EQ(read.cases.at(1).recorded.policy, common);
    EXPECT_EQ(read.cases.at(0).recorded.environment,
              (std::map<std::string, std::string>{{"A", "x y"}, {"B", ""}}));
    EXPECT_EQ(read.cases.at(1).recorded.parameters.at("bytes"),
              record::value(std::int64_t{1} << 30));
}

TEST(scenario, what_is_recorded_as_effective_is_the_same_scenario) {
    const std::string text = "schema = 1\nname = \"a \\\"b\\\"\"\n[measure]\nlaunches = 2\n"
                             "[[case]]\nworkload = \"gemm\"\n"
                             "sweep = { n = [2, 1], dtype = [\"fp16\", \"bf16\"], m = [3, 4] }\n"
                             "measure = { warmup_s = 0.5, target_rel_ci = 1.0 }\n"
                             "[[case]]\nid = \"z\"\nworkload = \"gemm\"\nparams = { k = 5 }\n"
                             "zip = [{ n = 3, m = 4 }, { n = 5, m = 6 }]\n";
    const checked_scenario first(text, {"case.z.params.scale=0.25", "device.kind=any"});
    EXPECT_THAT(first.problems, IsEmpty());
    const checked_scenario again(first.scenario.effective);
    EXPECT_THAT(again.problems, IsEmpty());
    EXPECT_EQ(again.scenario.effective, first.scenario.effective);
    EXPECT_EQ(again.labels(), first.labels());
    ASSERT_EQ(again.cases.size(), first.cases.size());
    for (std::size_t i = 0; i < first.cases.size(); ++i) {
        EXPECT_EQ(again.cases[i].recorded, first.cases[i].recorded);
    }
}

} // namespace
} // namespace dyno
