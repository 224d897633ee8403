// SPDX-License-Identifier: Apache-2.0
#include "doctor/libtorch_check.hpp"

#include "findings.hpp"

namespace {

using namespace dyno::doctor;
using testing::HasSubstr;

finding judge(const libtorch& torch, const std::string& driver_cuda, bool has_gpu) {
    return doctor_tests::one(check_libtorch({{torch}, driver_cuda, has_gpu}), "libtorch");
}

const libtorch of_cuda_13{"/t/lib", "2.11.0+cu130", "13.0", true, {"resnet_training"}};
const libtorch of_cuda_12{"/t/lib", "2.10.0+cu128", "12.8", true, {"resnet_training"}};
const libtorch of_cpu{"/t/lib", "2.11.0+cpu", "", false, {"resnet_training", "checkpointing"}};

TEST(libtorch_check, none_is_nothing_wrong) {
    EXPECT_EQ(doctor_tests::one(check_libtorch({}), "libtorch").state, health::not_checked);
}

TEST(libtorch_check, one_that_is_found_nowhere_is_wrong) {
    const finding f = judge({"", "", "", false, {"resnet_training"}}, "", false);
    EXPECT_EQ(f.state, health::wrong);
    EXPECT_THAT(f.seen, HasSubstr("resnet_training"));
}

TEST(libtorch_check, without_cuda_beside_a_gpu_is_wrong) {
    const finding f = judge(of_cpu, "13.0", true);
    EXPECT_EQ(f.state, health::wrong);
    EXPECT_THAT(f.seen, HasSubstr("a build without CUDA: training runs on the CPU only"));
    EXPECT_THAT(f.seen, HasSubstr("resnet_training, checkpointing"));
}

TEST(libtorch_check, without_cuda_and_without_a_gpu_is_good) {
    EXPECT_EQ(judge(of_cpu, "", false).state, health::good);
}

TEST(libtorch_check, pythons_own_without_cuda_is_only_doubtful) {
    libtorch torch = of_cpu;
    torch.plugins.clear();
    torch.is_python_s = true;
    EXPECT_EQ(judge(torch, "13.0", true).state, health::doubtful);
}

TEST(libtorch_check, its_cuda_is_held_against_the_driver) {
    EXPECT_EQ(judge(of_cuda_13, "13.0", true).state, health::good);
    EXPECT_EQ(judge(of_cuda_12, "13.0", true).state, health::good);
    const finding minor = judge(of_cuda_12, "12.2", true);
    EXPECT_EQ(minor.state, health::good);
    EXPECT_THAT(minor.seen, HasSubstr("minor-version compatibility"));
    const finding old = judge(of_cuda_13, "12.8", true);
    EXPECT_EQ(old.state, health::wrong);
    EXPECT_THAT(old.mend, HasSubstr("580"));
    EXPECT_EQ(judge(of_cuda_13, "", false).state, health::good);
}

} // namespace
