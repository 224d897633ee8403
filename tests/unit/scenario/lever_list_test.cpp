// SPDX-License-Identifier: Apache-2.0
#include "scenario/lever_list.hpp"

#include "checked_scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string two_types = "schema = 1\n"
                              "[[case]]\n"
                              "workload = \"gemm\"\n"
                              "sweep = { dtype = [\"fp32\", \"bf16\"], m = [1, 2] }\n";

std::string lever(const std::string& from, const std::string& to,
                  const std::string& workload = "gemm") {
    return "[[lever]]\nname = \"type\"\nworkload = \"" + workload + "\"\nfrom = { " + from +
           " }\nto = { " + to + " }\n";
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const checked_scenario& read) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const record::lever& l : read.levers) {
        for (const record::lever_pair& p : l.pairs) {
            pairs.emplace_back(p.from_case, p.to_case);
        }
    }
    return pairs;
}

TEST(lever_list, pairs_the_cases_that_differ_in_it_alone) {
    const checked_scenario read(two_types + lever("dtype = \"fp32\"", "dtype = \"bf16\""));
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_THAT(pairs_of(read), ElementsAre(std::pair(0, 2), std::pair(1, 3)));
    EXPECT_EQ(read.levers.at(0).from, (record::parameters{{"dtype", std::string("fp32")}}));
}

TEST(lever_list, two_keys_change_together) {
    const checked_scenario read(two_types +
                                lever("dtype = \"fp32\", m = 1", "dtype = \"bf16\", m = 2"));
    EXPECT_THAT(pairs_of(read), ElementsAre(std::pair(0, 3)));
}

TEST(lever_list, a_default_is_a_value_like_another) {
    const checked_scenario read("schema = 1\n[[case]]\nworkload = \"gemm\"\n[[case]]\nworkload = "
                                "\"gemm\"\nparams = { algorithm = \"first\" }\n" +
                                lever("algorithm = \"tuned\"", "algorithm = \"first\""));
    EXPECT_THAT(pairs_of(read), ElementsAre(std::pair(0, 1)));
}

TEST(lever_list, another_cache_or_environment_is_no_pair) {
    const checked_scenario read(
        "schema = 1\n[[case]]\nworkload = \"gemm\"\nparams = { m = 1 }\nmeasure = { cache = "
        "\"cold\" }\n[[case]]\nworkload = \"gemm\"\nparams = { m = 2 }\n" +
        lever("m = 1", "m = 2"));
    EXPECT_THAT(read.problems, ElementsAre(HasSubstr("pairs no cases")));
}

TEST(lever_list, what_pairs_nothing_is_an_error_with_its_place) {
    EXPECT_THAT(checked_scenario(two_types + lever("m = 1", "m = 7")).problems,
                ElementsAre("f.toml:5: lever 'type' pairs no cases: no two of 'gemm' differ in it "
                            "alone"));
}

TEST(lever_list, values_are_checked_like_parameters) {
    EXPECT_THAT(checked_scenario(two_types + lever("dtyp = \"fp32\"", "dtyp = \"bf16\"")).problems,
                ElementsAre(HasSubstr("has no parameter 'dtyp'; did you mean 'dtype'?"),
                            HasSubstr("has no parameter 'dtyp'")));
    EXPECT_THAT(
        checked_scenario(two_types + lever("dtype = \"fp33\"", "dtype = \"bf16\"")).problems,
        ElementsAre(HasSubstr("fp33")));
}

TEST(lever_list, both_sides_change_the_same_parameters) {
    const auto problem = ElementsAre(HasSubstr("different values of the same parameters"));
    EXPECT_THAT(checked_scenario(two_types + lever("m = 1", "n = 1")).problems, problem);
    EXPECT_THAT(checked_scenario(two_types + lever("m = 1", "m = 1")).problems, problem);
}

TEST(lever_list, a_workload_that_nobody_offers_pairs_what_is_written) {
    const std::string unknown = "schema = 1\n[[case]]\nworkload = \"training\"\nsweep = { batch = "
                                "[1, 2] }\n";
    const checked_scenario written(unknown + lever("batch = 1", "batch = 2", "training"));
    EXPECT_THAT(pairs_of(written), ElementsAre(std::pair(0, 1)));
    // What stands on a default cannot be known without the plugin, and so is no error.
    const checked_scenario hidden(unknown + lever("layout = \"a\"", "layout = \"b\"", "training"));
    EXPECT_THAT(hidden.problems, IsEmpty());
    EXPECT_THAT(pairs_of(hidden), IsEmpty());
}

} // namespace
} // namespace dyno
