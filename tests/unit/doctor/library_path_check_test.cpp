// SPDX-License-Identifier: Apache-2.0
#include "doctor/library_path_check.hpp"

#include "findings.hpp"

namespace {

using namespace dyno::doctor;
using testing::HasSubstr;

finding judge(const seen_library_path& seen) {
    return doctor_tests::one(check_library_path(seen), "library_path");
}

TEST(library_path_check, unset_or_without_our_libraries_is_good) {
    EXPECT_EQ(judge({}).state, health::good);
    EXPECT_EQ(judge({{{"/opt/lib", true, {}}, {"/gone", false, {}}}, 0, ""}).state, health::good);
}

TEST(library_path_check, what_comes_before_the_systems_is_named) {
    const finding f = judge(
        {{{"/a", true, {"libcudnn.so.9"}}, {"/b", true, {"l1", "l2", "l3", "l4", "l5"}}}, 0, ""});
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_THAT(f.seen, HasSubstr("/a: libcudnn.so.9"));
    EXPECT_THAT(f.seen, HasSubstr("not before what a library names by RPATH"));
    EXPECT_THAT(f.seen, HasSubstr("and 1 more"));
}

TEST(library_path_check, stubs_and_compatibility_drivers_have_words_of_their_own) {
    EXPECT_THAT(judge({{{"/cuda/lib64/stubs", true, {"libcuda.so"}}}, 0, ""}).seen,
                HasSubstr("stub of libcuda"));
    EXPECT_THAT(judge({{{"/cuda/compat", true, {"libcuda.so.1"}}}, 0, ""}).seen,
                HasSubstr("compatibility libcuda"));
    EXPECT_THAT(judge({{{"/x", true, {"libcuda.so.1"}}}, 0, ""}).seen,
                HasSubstr("holds a libcuda"));
}

TEST(library_path_check, folders_that_were_left_out_are_told) {
    finding f = judge({{{"/a", true, {}}}, 9, ""});
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_THAT(f.seen, HasSubstr("; only the first 1 of 10 folders of LD_LIBRARY_PATH"));
    f = judge({{{"/a", true, {"libcudnn.so.9"}}}, 9, ""});
    EXPECT_THAT(f.seen, HasSubstr("/a: libcudnn.so.9; only the first 1 of 10 folders"));
}

TEST(library_path_check, preload_is_told) {
    EXPECT_EQ(judge({{}, 0, "/x/libjemalloc.so"}).state, health::doubtful);
}

} // namespace
