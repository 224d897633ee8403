// SPDX-License-Identifier: Apache-2.0
#include "run_key.hpp"

#include "recorded_run.hpp"
#include "refusal.hpp"

#include <gmock/gmock.h>

using namespace dyno::results;
using dyno::record::run_file;

TEST(run_key, takes_facts_or_else_what_was_loaded) {
    run_file f = recorded::run();
    recorded::add_measured(f, "bf16", {1});
    EXPECT_EQ(text_of_run_key(f, "gpu"), "NVIDIA Test GPU");
    EXPECT_EQ(text_of_run_key(f, "driver"), "570.1");
    EXPECT_EQ(text_of_run_key(f, "cuda"), "13.0.1") << "the runtime, not what the driver accepts";
    EXPECT_EQ(text_of_run_key(f, "driver.cuda"), "12.8");
    EXPECT_EQ(text_of_run_key(f, "cudnn"), "unknown");
    f.identity["cuda.runtime"] = {std::string("13.0"), ""};
    EXPECT_EQ(text_of_run_key(f, "cuda"), "13.0");
}

TEST(run_key, that_no_run_knows_gets_the_nearest) {
    const run_file f = recorded::run();
    EXPECT_THAT(refusal([&] { check_run_key({&f}, "--cols", "drivr"); }),
                testing::HasSubstr("driver"));
    EXPECT_NO_THROW(check_run_key({&f}, "--cols", "host.kernel"));
}

TEST(version_less, compares_numbers_as_numbers) {
    EXPECT_TRUE(version_less("570.9", "570.124"));
    EXPECT_FALSE(version_less("570.124", "570.9"));
    EXPECT_TRUE(version_less("9", "13.0"));
    EXPECT_TRUE(version_less("12.8", "12.8.1"));
    EXPECT_FALSE(version_less("570.1", "570.1"));
    EXPECT_FALSE(version_less("570.01", "570.1"));
    EXPECT_FALSE(version_less("570.1", "570.01"));
    EXPECT_TRUE(version_less("580.2", "unknown"));
}
