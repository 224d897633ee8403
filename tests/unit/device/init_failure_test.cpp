// SPDX-License-Identifier: Apache-2.0
#include "device/init_failure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

init_failure in_container() {
    init_failure f;
    f.words = "cuInit: WORD";
    f.library_path = "/usr/local/cuda-12.8/compat/libcuda.so.570.86.15";
    f.library_cuda = 12080;
    f.kernel_driver = "535.104.05";
    f.image_cuda = "12.8.0";
    return f;
}

TEST(init_failure, no_forward_compatibility_names_folder_image_driver_and_ways_out) {
    init_failure f = in_container();
    f.code = 804;
    EXPECT_THAT(explain(f), AllOf(HasSubstr("cuInit: WORD. "),
                                  HasSubstr("/usr/local/cuda-12.8/compat (CUDA 12.8"),
                                  HasSubstr("image with CUDA 12.8.0"), HasSubstr("535.104.05"),
                                  HasSubstr("Two ways out"), HasSubstr("LD_LIBRARY_PATH")));
}

TEST(init_failure, mismatch_names_library_and_module) {
    init_failure f = in_container();
    f.code = 803;
    f.library_path = "/usr/lib/x86_64-linux-gnu/libcuda.so.580.65.06";
    EXPECT_THAT(explain(f), AllOf(HasSubstr("libcuda.so.580.65.06"), HasSubstr("535.104.05"),
                                  HasSubstr("reboot")));
}

TEST(init_failure, unknown_values_are_said_to_be_unknown) {
    init_failure f;
    f.code = 804;
    f.words = "cuInit: WORD";
    EXPECT_THAT(explain(f), AllOf(HasSubstr("unknown"), Not(HasSubstr("image with"))));
}

TEST(init_failure, no_device_shows_the_variable_as_found) {
    init_failure f;
    f.code = 100;
    EXPECT_THAT(explain(f), HasSubstr("CUDA_VISIBLE_DEVICES is not set"));
    f.visible_devices = "7";
    EXPECT_THAT(explain(f), HasSubstr("CUDA_VISIBLE_DEVICES is '7'"));
}

TEST(init_failure, cuda_versions_read_as_people_write_them) {
    EXPECT_EQ(to_cuda_version(13000), "13.0");
    EXPECT_EQ(to_cuda_version(12080), "12.8");
    EXPECT_EQ(to_cuda_version(11080), "11.8");
}

} // namespace
} // namespace dyno
