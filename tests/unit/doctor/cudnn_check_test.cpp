// SPDX-License-Identifier: Apache-2.0
#include "doctor/cudnn_check.hpp"

#include "findings.hpp"

namespace {

using namespace dyno::doctor;
using doctor_tests::one;
using testing::HasSubstr;
using testing::Not;

TEST(cudnn_check, none_is_nothing_wrong) {
    EXPECT_EQ(one(check_cudnn({}), "cudnn").state, health::not_checked);
}

TEST(cudnn_check, two_versions_are_doubtful_and_both_are_named) {
    seen_cudnn seen;
    seen.copies = {{"/a/libcudnn.so.9", "9.1.0", ""}, {"/b/libcudnn.so.9", "9.19.0", ""}};
    seen.loads = seen.copies[0];
    const finding f = one(check_cudnn(seen), "cudnn");
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_THAT(f.seen, HasSubstr("2 copies of 2 versions"));
    EXPECT_THAT(f.seen, HasSubstr("9.19.0 in /b/libcudnn.so.9"));
    EXPECT_THAT(f.seen, HasSubstr("the loader takes 9.1.0 in /a/libcudnn.so.9"));
}

TEST(cudnn_check, two_copies_of_one_version_are_good) {
    seen_cudnn seen;
    seen.copies = {{"/a/libcudnn.so.9", "9.1.0", ""}, {"/b/libcudnn.so.9", "9.1.0", ""}};
    EXPECT_EQ(one(check_cudnn(seen), "cudnn").state, health::good);
}

TEST(cudnn_check, a_copy_that_cannot_be_loaded_is_doubtful_but_no_other_version) {
    seen_cudnn seen;
    seen.copies = {{"/a/libcudnn.so.9", "", "/a/libcudnn.so.9: file too short"},
                   {"/b/libcudnn.so.9", "9.1.0", ""}};
    seen.loads = seen.copies[1];
    const finding f = one(check_cudnn(seen), "cudnn");
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_THAT(f.seen, HasSubstr("/a/libcudnn.so.9 cannot be loaded: file too short, 9.1.0 in"));
    EXPECT_THAT(f.seen, Not(HasSubstr("versions")));
    EXPECT_NE(f.mend, "");
}

TEST(cudnn_check, a_copy_of_unknown_version_is_no_other_version) {
    seen_cudnn seen;
    seen.copies = {{"/a/libcudnn.so.9", "", ""}, {"/b/libcudnn.so.9", "9.1.0", ""}};
    const finding f = one(check_cudnn(seen), "cudnn");
    EXPECT_EQ(f.state, health::good);
    EXPECT_THAT(f.seen, HasSubstr("of unknown version in /a/libcudnn.so.9"));
}

TEST(cudnn_check, what_the_loader_says_by_name_is_told_and_doubtful) {
    seen_cudnn seen;
    seen.failure = "libcublasLt.so.13: cannot open shared object file: No such file or directory";
    finding f = one(check_cudnn(seen), "cudnn");
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_EQ(f.seen, "by name the loader fails: " + seen.failure);
    seen.copies = {{"/b/libcudnn.so.9", "9.1.0", ""}};
    f = one(check_cudnn(seen), "cudnn");
    EXPECT_EQ(f.state, health::doubtful);
    EXPECT_THAT(f.seen, HasSubstr("; by name the loader fails: libcublasLt.so.13"));
}

TEST(cudnn_check, the_pair_with_cuda_is_judged_by_the_support_matrix) {
    seen_cudnn seen;
    seen.copies = {{"/a/libcudnn.so.9", "9.10.2", ""}};
    seen.loads = seen.copies[0];
    seen.toolkit_cuda = "13.0";
    finding f = one(check_cudnn(seen), "cudnn_cuda");
    EXPECT_EQ(f.state, health::wrong);
    EXPECT_THAT(f.mend, HasSubstr("9.12"));
    seen.toolkit_cuda = "12.8";
    f = one(check_cudnn(seen), "cudnn_cuda");
    EXPECT_EQ(f.state, health::good);
}

TEST(cudnn_check, libtorchs_own_copy_is_judged_with_its_own_cuda) {
    seen_cudnn seen;
    seen.copies = {{"/t/libcudnn.so.9", "9.10.2", ""}};
    seen.of_libtorch = seen.copies[0];
    seen.toolkit_cuda = "13.0";
    seen.libtorch_cuda = "12.8";
    EXPECT_EQ(one(check_cudnn(seen), "cudnn_cuda").state, health::good);
    seen.libtorch_cuda = "13.0";
    EXPECT_EQ(one(check_cudnn(seen), "cudnn_cuda").state, health::wrong);
}

TEST(cudnn_check, support_of_cuda_by_version) {
    EXPECT_TRUE(supports_cuda("9.12.0", "13.0"));
    EXPECT_FALSE(supports_cuda("9.10.2", "13.0"));
    EXPECT_TRUE(supports_cuda("9.19.0", "12.8"));
    EXPECT_TRUE(supports_cuda("8.9.7", "12.2"));
    EXPECT_FALSE(supports_cuda("8.5.0", "12.0"));
    EXPECT_TRUE(supports_cuda("8.6.0", "11.8"));
    EXPECT_FALSE(supports_cuda("9.19.0", "11.8"));
    EXPECT_TRUE(supports_cuda("10.0", "14.0")); // unknown here: no ground to call it wrong
}

} // namespace
