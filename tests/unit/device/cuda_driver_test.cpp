// Opening the driver: each way that a machine can be broken has words of its own.
// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_driver.hpp"

#include "scoped_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string failure_of(const std::string& script, const std::string& soname = "libcuda.so.1") {
    const scoped_environment fail("FAKE_CUDA_FAIL", script);
    try {
        (void)cuda_driver::open(soname);
    } catch (const error& failure) {
        return failure.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
}

TEST(cuda_driver, absent_is_no_driver) {
    EXPECT_THAT(
        failure_of("", "libcuda_absent.so.1"),
        AllOf(HasSubstr("no NVIDIA driver found (libcuda_absent.so.1"), HasSubstr("No such file")));
}

TEST(cuda_driver, another_library_is_named_by_what_it_lacks) {
    EXPECT_THAT(failure_of("", "libc.so.6"), HasSubstr("has no cuInit"));
}

TEST(cuda_driver, init_failures_have_distinct_texts) {
    EXPECT_THAT(failure_of("cuInit:34"), HasSubstr("stub"));
    EXPECT_THAT(failure_of("cuInit:100"),
                AllOf(HasSubstr("cuInit: CUDA_ERROR_NO_DEVICE (100)"), HasSubstr("nvidia-smi -L")));
    EXPECT_THAT(failure_of("cuInit:802"), HasSubstr("fabric manager"));
    EXPECT_THAT(failure_of("cuInit:803"), HasSubstr("not of one version"));
    EXPECT_THAT(failure_of("cuInit:804"), HasSubstr("compatibility folder"));
    EXPECT_THAT(failure_of("cuInit:999"), HasSubstr("nvidia-uvm"));
    EXPECT_EQ(failure_of("cuInit:801"), "cuInit: CUDA_ERROR_NOT_SUPPORTED (801): as scripted");
}

TEST(cuda_driver, forward_compatibility_names_the_library_that_was_loaded) {
    const scoped_environment version("FAKE_CUDA_VERSION", "12080");
    const scoped_environment image("CUDA_VERSION", "12.8.1");
    EXPECT_THAT(failure_of("cuInit:804"), AllOf(HasSubstr("tests/fakes/current"),
                                                HasSubstr("(CUDA 12.8, image with CUDA 12.8.1)")));
}

TEST(cuda_driver, empty_visible_devices_is_shown) {
    const scoped_environment visible("CUDA_VISIBLE_DEVICES", "");
    EXPECT_THAT(failure_of(""), HasSubstr("CUDA_VISIBLE_DEVICES is ''"));
}

TEST(cuda_driver, mig_instances_have_mig_uuids) {
    const scoped_environment names("FAKE_CUDA_NAMES", "NVIDIA A100-SXM4-40GB MIG 1g.5gb");
    const scoped_environment uuids("FAKE_CUDA_UUIDS", "MIG-0a1b2c3d-0000-5000-8000-00000000000f");
    const cuda_driver driver = cuda_driver::open();
    EXPECT_EQ(driver.uuid(driver.device(0)), "MIG-0a1b2c3d-0000-5000-8000-00000000000f");
}

} // namespace
} // namespace dyno
