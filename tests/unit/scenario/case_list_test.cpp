// SPDX-License-Identifier: Apache-2.0
#include "scenario/case_list.hpp"

#include "checked_scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace dyno {
namespace {

using record::device_kind;
using record::value;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

checked_scenario gemm(const std::string& keys) {
    return checked_scenario("schema = 1\n[[case]]\nworkload = \"gemm\"\n" + keys);
}

TEST(case_list, the_last_key_of_a_sweep_runs_fastest) {
    EXPECT_THAT(gemm("sweep = { n = [2, 1], m = [3, 4] }\n").labels(),
                ElementsAre("gemm m=3 n=2", "gemm m=4 n=2", "gemm m=3 n=1", "gemm m=4 n=1"));
    EXPECT_THAT(gemm("sweep = { m = [3, 4], n = [2, 1] }\n").labels(),
                ElementsAre("gemm m=3 n=2", "gemm m=3 n=1", "gemm m=4 n=2", "gemm m=4 n=1"));
}

TEST(case_list, sets_of_zip_go_together_and_run_slowest) {
    EXPECT_THAT(
        gemm("sweep = { k = [5, 6] }\nzip = [{ m = 1, n = 2 }, { m = 3, n = 4 }]\n").labels(),
        ElementsAre("gemm k=5 m=1 n=2", "gemm k=6 m=1 n=2", "gemm k=5 m=3 n=4",
                    "gemm k=6 m=3 n=4"));
}

TEST(case_list, all_parameters_are_filled_in) {
    const checked_scenario read = gemm("params = { dtype = \"fp16\" }\n");
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_EQ(read.cases.at(0).recorded.parameters,
              (record::parameters{{"m", std::int64_t{64}},
                                  {"n", std::int64_t{64}},
                                  {"k", std::int64_t{64}},
                                  {"dtype", std::string("fp16")},
                                  {"algorithm", std::string("tuned")},
                                  {"scale", 1.0},
                                  {"transposed", false},
                                  {"workspace", std::int64_t{0}},
                                  {"remark", std::string()}}));
    EXPECT_EQ(read.cases.at(0).recorded.plugin, "gemm_cuda");
    EXPECT_EQ(read.cases.at(0).plugin_path, "/plugins/gemm_cuda.so");
}

TEST(case_list, a_label_says_what_differs_from_defaults_or_between_cases) {
    EXPECT_THAT(gemm("").labels(), ElementsAre("gemm"));
    EXPECT_THAT(gemm("params = { m = 64, n = 65 }\n").labels(), ElementsAre("gemm n=65"));
    EXPECT_THAT(gemm("sweep = { m = [64, 65] }\n").labels(), ElementsAre("gemm m=64", "gemm m=65"));
    EXPECT_THAT(
        gemm("measure = { cache = \"cold\" }\nenvironment = { B = \"1\", A = \"\" }\n").labels(),
        ElementsAre("gemm cache=cold A= B=1"));
    // Cases of another workload do not count.
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"gemm\"\n[[case]]\n"
                                 "workload = \"copy\"\nparams = { bytes = 5 }\n")
                    .labels(),
                ElementsAre("gemm", "copy bytes=5"));
}

TEST(case_list, sizes_and_kinds_of_numbers_are_normalised) {
    const checked_scenario read =
        gemm("params = { workspace = \"1 MiB\", scale = 2, transposed = true }\n");
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_EQ(read.cases.at(0).recorded.parameters.at("workspace"), value(std::int64_t{1} << 20));
    EXPECT_EQ(read.cases.at(0).recorded.parameters.at("scale"), value(2.0));
}

TEST(case_list, wrong_parameters_are_told_with_line_and_word) {
    const std::pair<const char*, const char*> table[] = {
        {"params = { batchsize = 1 }\n", "f.toml:4: workload 'gemm' has no parameter 'batchsize'"},
        {"params = { algoritm = \"first\" }\n",
         "f.toml:4: workload 'gemm' has no parameter 'algoritm'; did you mean 'algorithm'?"},
        // of another workload
        {"params = { bytes = 1 }\n", "f.toml:4: workload 'gemm' has no parameter 'bytes'"},
        {"sweep = { mm = [1, 2] }\n",
         "f.toml:4: workload 'gemm' has no parameter 'mm'; did you mean 'm'?"},
        {"params = { m = 0 }\n", "f.toml:4: 'm' is a whole number from 1 to 65536, not 0"},
        {"params = { m = -3 }\n", "f.toml:4: 'm' is a whole number from 1 to 65536, not -3"},
        {"params = { m = 9223372036854775807 }\n",
         "f.toml:4: 'm' is a whole number from 1 to 65536, not 9223372036854775807"},
        {"params = { m = 1e3 }\n", "f.toml:4: 'm' is a whole number from 1 to 65536, not 1000"},
        {"params = { m = \"4 KiB\" }\n",
         "f.toml:4: 'm' is a whole number from 1 to 65536, not \"4 KiB\""},
        {"params = { scale = nan }\n", "f.toml:4: 'scale' is a number from 0 to 2, not nan"},
        {"params = { scale = inf }\n", "f.toml:4: 'scale' is a number from 0 to 2, not inf"},
        {"params = { scale = -0.5 }\n", "f.toml:4: 'scale' is a number from 0 to 2, not -0.5"},
        {"sweep = { m = [64,\n 70000] }\n",
         "f.toml:5: 'm' is a whole number from 1 to 65536, not 70000"},
        {"zip = [{ m = 1 },\n { m = \"x\" }]\n",
         "f.toml:5: 'm' is a whole number from 1 to 65536, not \"x\""},
        {"params = { m = 1 }\nsweep = { m = [2, 3] }\n",
         "f.toml:5: 'm' is given twice, in params, sweep or zip"},
        {"params = { m = 1 }\nzip = [{ m = 2 }, { m = 3 }]\n",
         "f.toml:5: 'm' is given twice, in params, sweep or zip"},
        {"sweep = { m = [2, 3] }\nzip = [{ m = 2 }]\n",
         "f.toml:5: 'm' is given twice, in params, sweep or zip"},
        {"params = { transposed = 1 }\n", "f.toml:4: 'transposed' is true or false, not 1"},
    };
    for (const auto& [keys, problem] : table) {
        const checked_scenario read = gemm(keys);
        ASSERT_FALSE(read.problems.empty()) << keys;
        EXPECT_EQ(read.problems[0], problem) << keys;
    }
}

TEST(case_list, a_fault_of_every_case_of_a_sweep_is_told_once) {
    EXPECT_THAT(gemm("params = { q7 = 1 }\nsweep = { m = [1, 2, 3], n = [1, 2, 3] }\n").problems,
                SizeIs(1));
}

TEST(case_list, a_required_parameter_is_asked_for) {
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"copy\"\n").problems,
                ElementsAre("f.toml:2: workload 'copy' needs the parameter 'bytes'"));
}

TEST(case_list, two_cases_that_measure_the_same_are_one_too_many) {
    EXPECT_THAT(gemm("sweep = { m = [64, 65, 64] }\n").problems,
                ElementsAre("f.toml:2: measures the same as the case at f.toml:2: gemm m=64"));
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"gemm\"\n[[case]]\n"
                                 "workload = \"gemm\"\nid = \"x\"\nparams = { m = 64 }\n"
                                 "measure = { launches = 2, warmup_s = 1.0 }\n")
                    .problems,
                ElementsAre("f.toml:4: measures the same as the case at f.toml:2: gemm"));
}

TEST(case_list, cache_and_environment_make_another_case) {
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"gemm\"\n"
                                 "[[case]]\nworkload = \"gemm\"\nmeasure = { cache = \"cold\" }\n"
                                 "[[case]]\nworkload = \"gemm\"\nenvironment = { A = \"1\" }\n"
                                 "[[case]]\nworkload = \"gemm\"\nenvironment = { A = \"2\" }\n")
                    .problems,
                IsEmpty());
}

TEST(case_list, bug_line_breaks_in_a_variable_made_two_cases_one) {
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"gemm\"\n"
                                 "environment = { A = \"1\\nB=2\" }\n"
                                 "[[case]]\nworkload = \"gemm\"\n"
                                 "environment = { A = \"1\", B = \"2\" }\n")
                    .problems,
                IsEmpty());
}

TEST(case_list, a_workload_that_nobody_offers_is_skipped_and_a_misspelt_one_refused) {
    const checked_scenario read("schema = 1\n[[case]]\nworkload = \"../../x.so\"\n"
                                "params = { a = 1, b = [1], c = \"x\" }\nsweep = { d = [true] }\n");
    EXPECT_THAT(read.problems, IsEmpty());
    ASSERT_THAT(read.cases, SizeIs(1));
    EXPECT_EQ(read.cases[0].skip_reason, "no plugin offers the workload '../../x.so'");
    EXPECT_EQ(read.cases[0].recorded.label, "../../x.so a=1 c=x d=true");
    EXPECT_TRUE(read.cases[0].plugin_path.empty());
    EXPECT_THAT(checked_scenario("schema = 1\n[[case]]\nworkload = \"gemmm\"\n").problems,
                ElementsAre("f.toml:2: no plugin offers the workload 'gemmm'; did you mean "
                            "'gemm'?"));
}

TEST(case_list, the_kind_of_device_chooses_the_offer) {
    const std::string text = "schema = 1\n[[case]]\nworkload = \"gemm\"\n";
    EXPECT_EQ(checked_scenario(text, {}, device_kind::cpu).cases.at(0).recorded.plugin, "gemm_cpu");
    EXPECT_EQ(checked_scenario(text, {}, device_kind::cpu).cases.at(0).recorded.parameters.at("m"),
              value(std::int64_t{32}));
    EXPECT_EQ(checked_scenario(text, {}, std::nullopt).cases.at(0).skip_reason, "");
    // The parameters are checked all the same.
    const checked_scenario copy("schema = 1\n[[case]]\nworkload = \"copy\"\n"
                                "params = { bytes = 5, kid = 1 }\n",
                                {}, device_kind::cpu);
    EXPECT_THAT(copy.problems, ElementsAre("f.toml:4: workload 'copy' has no parameter 'kid'; did "
                                           "you mean 'kind'?"));
    EXPECT_EQ(copy.cases.at(0).skip_reason, "'copy' is not offered on the CPU");
}

TEST(case_list, a_default_that_a_plugin_itself_refuses_names_the_workload) {
    fake_offers offers;
    offers.m_gemm_cuda.parameters[0].fallback_toml = "0";
    EXPECT_EQ(thrown_message([&] { (void)defaults_of(offers.m_gemm_cuda); }),
              "workload 'gemm': the plugin declares the default 0 for 'm', which its own "
              "declaration refuses");
}

std::string numbers(int from, int to) {
    std::string list = "[";
    for (int i = from; i <= to; ++i) {
        list += i > from ? "," : "";
        list += std::to_string(i);
    }
    return list + "]";
}

TEST(case_list, ten_thousand_cases_are_enough) {
    EXPECT_THAT(gemm("sweep = { m = " + numbers(1, 10'000) + " }\n").cases, SizeIs(10'000));
    EXPECT_THAT(gemm("sweep = { m = " + numbers(1, 10'001) + " }\n").problems,
                ElementsAre("f.toml:2: more than 10000 cases"));
    // The product is never made: 60000^3 would not fit anywhere.
    const std::string many = numbers(1, 60'000);
    EXPECT_THAT(gemm("sweep = { m = " + many + ", n = " + many + ", k = " + many + " }\n").problems,
                ElementsAre("f.toml:2: more than 10000 cases"));
}

TEST(case_list, a_thousand_cases_are_quick) {
    const auto begin = std::chrono::steady_clock::now();
    const checked_scenario read =
        gemm("sweep = { m = " + numbers(1, 100) + ", n = " + numbers(1, 10) + " }\n");
    EXPECT_THAT(read.cases, SizeIs(1000));
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

} // namespace
} // namespace dyno
