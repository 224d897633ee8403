// SPDX-License-Identifier: Apache-2.0
#include "doctor/toolkit_check.hpp"

#include "findings.hpp"

namespace {

using namespace dyno::doctor;
using testing::HasSubstr;

finding judge(const seen_toolkits& seen) {
    return doctor_tests::one(check_toolkits(seen), "cuda_toolkit");
}

TEST(toolkit_check, none_is_nothing_wrong) {
    const finding f = judge({});
    EXPECT_EQ(f.state, health::not_checked);
    EXPECT_THAT(f.seen, HasSubstr("no CUDA toolkit"));
}

TEST(toolkit_check, all_are_listed_and_the_first_on_the_path_is_marked) {
    const finding f = judge({{{"/a", "13.0"}, {"/b", "12.8"}}, "/a", "", "", "13.0"});
    EXPECT_EQ(f.state, health::good);
    EXPECT_EQ(f.seen, "13.0 in /a (first on the PATH), 12.8 in /b");
}

TEST(toolkit_check, the_path_and_cuda_home_must_agree) {
    const finding f = judge({{{"/a", "13.0"}, {"/b", "12.8"}}, "/a", "CUDA_HOME=/b", "/b", "13.0"});
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_THAT(f.seen, HasSubstr("CUDA_HOME=/b"));
    EXPECT_EQ(judge({{{"/a", "13.0"}}, "/a", "CUDA_HOME=/a", "/a", "13.0"}).state, health::good);
}

TEST(toolkit_check, cuda_home_must_be_a_folder) {
    EXPECT_EQ(judge({{}, "", "CUDA_HOME=/gone", "", ""}).state, health::doubtful);
    EXPECT_EQ(judge({{{"/a", "13.0"}}, "/a", "CUDA_HOME=/gone", "", ""}).state, health::doubtful);
}

TEST(toolkit_check, one_that_the_driver_does_not_run_is_doubtful) {
    const finding f = judge({{{"/a", "13.0"}}, "/a", "", "", "12.8"});
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_THAT(f.mend, HasSubstr("580"));
    EXPECT_EQ(judge({{{"/a", "12.9"}}, "/a", "", "", "12.8"}).state, health::good);
}

} // namespace
