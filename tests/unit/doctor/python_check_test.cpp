// SPDX-License-Identifier: Apache-2.0
#include "doctor/python_check.hpp"

#include "findings.hpp"

namespace {

using namespace dyno::doctor;
using doctor_tests::one;
using testing::HasSubstr;

seen_python with(const std::map<std::string, std::string>& packages) {
    seen_python seen;
    seen.program = "/usr/bin/python3";
    seen.version = "3.11.2";
    seen.packages = packages;
    seen.torch_cuda = "13.0";
    seen.driver_cuda = "13.0";
    seen.has_gpu = true;
    return seen;
}

finding pytorch(const seen_python& seen) {
    return one(check_python(seen), "pytorch");
}
finding tensorflow(const seen_python& seen) {
    return one(check_python(seen), "tensorflow");
}

TEST(python_check, without_python_or_frameworks_nothing_is_wrong) {
    EXPECT_EQ(pytorch({}).state, health::not_checked);
    EXPECT_EQ(tensorflow({}).state, health::not_checked);
    EXPECT_EQ(pytorch(with({})).state, health::not_checked);
    EXPECT_THAT(tensorflow(with({})).seen, HasSubstr("not installed"));
}

TEST(python_check, one_that_does_not_answer_is_doubtful) {
    seen_python seen = with({});
    seen.trouble = "did not answer within 10 s";
    EXPECT_EQ(pytorch(seen).state, health::doubtful);
    EXPECT_THAT(pytorch(seen).seen, HasSubstr("/usr/bin/python3: did not answer within 10 s"));
    EXPECT_EQ(tensorflow(seen).state, health::not_checked);
}

TEST(python_check, pytorch_2_or_newer_is_good_with_what_it_brings) {
    const finding f =
        pytorch(with({{"torch", "2.11.0+cu130"}, {"nvidia-cudnn-cu13", "9.19.0.56"}}));
    EXPECT_EQ(f.state, health::good);
    EXPECT_THAT(f.seen, HasSubstr("brings CUDA 13.0"));
    EXPECT_THAT(f.seen, HasSubstr("cuDNN 9.19.0.56"));
}

TEST(python_check, pytorch_that_is_old_has_no_cuda_or_too_new_a_one_is_doubtful) {
    EXPECT_EQ(pytorch(with({{"torch", "1.13.1"}})).state, health::doubtful);
    seen_python seen = with({{"torch", "2.11.0+cpu"}});
    seen.torch_cuda.clear();
    EXPECT_EQ(pytorch(seen).state, health::doubtful);
    seen.has_gpu = false;
    EXPECT_EQ(pytorch(seen).state, health::good);
    seen = with({{"torch", "2.11.0+cu130"}});
    seen.driver_cuda = "12.8";
    EXPECT_EQ(pytorch(seen).state, health::doubtful);
    EXPECT_THAT(pytorch(seen).mend, HasSubstr("580"));
}

TEST(python_check, tensorflow_is_told_with_the_cuda_of_its_wheels) {
    EXPECT_EQ(tensorflow(with({{"tensorflow", "2.12.0"}})).state, health::good);
    EXPECT_THAT(tensorflow(with({{"tensorflow", "2.12.0"}})).seen, HasSubstr("CUDA 11.8"));
    EXPECT_THAT(tensorflow(with({{"tensorflow", "2.15.0"}})).seen, HasSubstr("newer than 2.12"));
    EXPECT_EQ(tensorflow(with({{"tensorflow", "2.11.1"}})).state, health::doubtful);
    EXPECT_EQ(tensorflow(with({{"tensorflow-cpu", "2.12.0"}})).state, health::doubtful);
    seen_python seen = with({{"tensorflow", "2.15.0"}});
    seen.driver_cuda = "11.8";
    EXPECT_EQ(tensorflow(seen).state, health::doubtful);
    EXPECT_THAT(tensorflow(seen).mend, HasSubstr("535"));
}

} // namespace
