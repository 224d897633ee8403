// A driver with the first version of each call alone.
// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_device.hpp"
#include "fake_cuda.hpp"
#include "scoped_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using namespace std::chrono_literals;

TEST(old_driver, has_no_second_versions) {
    const cuda_driver driver = cuda_driver::open();
    EXPECT_THROW(fakes::find_in_fake_cuda<void>("cuStreamWaitValue32_v2"), std::runtime_error);
    EXPECT_TRUE(driver.needs_wait_attribute());
}

TEST(old_driver, measures_and_holds) {
    {
        cuda_device device(fakes::first_device());
        ASSERT_TRUE(device.can_hold()) << device.hold_obstacle();
        device.hold();
        device.mark(0);
        fakes::enqueue(device.plugin_view().stream, 1ms);
        device.mark(1);
        EXPECT_TRUE(device.release());
        device.synchronise();
        EXPECT_NEAR(device.span_s(0, 1), 1e-3, 1e-9);
    }
    EXPECT_EQ(fakes::live_objects(), 0);
}

TEST(old_driver, without_the_attribute_cannot_hold) {
    const scoped_environment none("FAKE_CUDA_MEM_OPS", "0");
    cuda_device device(fakes::first_device());
    EXPECT_FALSE(device.can_hold());
    EXPECT_THAT(device.hold_obstacle(), testing::HasSubstr("no stream memory operations"));
}

TEST(old_driver, calls_every_device_gpu) {
    const scoped_environment names("FAKE_CUDA_NAMES", "NVIDIA A100 MIG 1g.5gb");
    EXPECT_THAT(fakes::first_device().uuid, testing::StartsWith("GPU-"));
}

} // namespace
} // namespace dyno
