// SPDX-License-Identifier: Apache-2.0
#include "selection.hpp"

#include "recorded_run.hpp"
#include "refusal.hpp"

#include <gmock/gmock.h>

using namespace dyno::results;
using dyno::record::run_file;

namespace {

struct three_cases : testing::Test {
    three_cases() {
        for (const auto& [dtype, size] :
             {std::pair("bf16", 1024), std::pair("bf16", 2048), std::pair("fp32", 1024)}) {
            recorded::add_case(run, dtype);
            run.cases.back().parameters["size"] = std::int64_t{size};
        }
    }

    [[nodiscard]] int fitting(const std::vector<std::string>& conditions) const {
        const case_table cases({&run});
        const case_filter filter(conditions);
        filter.check_keys(cases);
        int count = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            count += filter.fits(cases.at(i)) ? 1 : 0;
        }
        return count;
    }

    run_file run = recorded::run();
};

} // namespace

TEST_F(three_cases, conditions_on_one_key_are_alternatives_and_keys_must_all_hold) {
    EXPECT_EQ(fitting({}), 3);
    EXPECT_EQ(fitting({"dtype=bf16"}), 2);
    EXPECT_EQ(fitting({"dtype=bf16", "dtype=fp32"}), 3);
    EXPECT_EQ(fitting({"dtype=bf16", "size=1024"}), 1);
    EXPECT_EQ(fitting({"dtype=fp8"}), 0);
    EXPECT_EQ(fitting({"workload=gemm", "cache=warm"}), 3);
}

TEST_F(three_cases, a_misspelt_key_gets_the_nearest) {
    EXPECT_THAT(refusal([&] { (void)fitting({"dtpye=bf16"}); }), testing::HasSubstr("dtype"));
    EXPECT_THROW((void)fitting({"dtype"}), usage_error);
    EXPECT_THROW((void)fitting({"=bf16"}), usage_error);
}

TEST(metric_filter, takes_the_usual_ones_unless_asked) {
    const metric_filter usual({}), all({"all"}), one({"cpu_time"});
    EXPECT_TRUE(usual.fits("time"));
    EXPECT_FALSE(usual.fits("cpu_time"));
    EXPECT_TRUE(all.fits("cpu_time"));
    EXPECT_TRUE(one.fits("cpu_time"));
    EXPECT_FALSE(one.fits("time"));
    EXPECT_THAT(refusal([&] {
                    one.check_names({"time", "cpu_tme"});
                }),
                testing::HasSubstr("cpu_tme"));
}

TEST(parse_fraction, takes_percent_and_plain) {
    EXPECT_DOUBLE_EQ(parse_fraction("--margin", "2%"), 0.02);
    EXPECT_DOUBLE_EQ(parse_fraction("--margin", "0.02"), 0.02);
    EXPECT_DOUBLE_EQ(parse_fraction("--margin", "0"), 0);
    for (const char* wrong : {"", "%", "2", "-1%", "100%", "nan", "inf", "2 %x", "0,02", "1e999"}) {
        EXPECT_THROW((void)parse_fraction("--margin", wrong), usage_error) << wrong;
    }
}
