// A driver without stream memory operations.
// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_device.hpp"
#include "fake_cuda.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using namespace std::chrono_literals;

TEST(bare_driver, measures_but_cannot_hold) {
    cuda_device device(fakes::first_device());
    EXPECT_FALSE(device.can_hold());
    EXPECT_THAT(device.hold_obstacle(), testing::HasSubstr("no cuStreamWaitValue32"));
    device.mark(0);
    fakes::enqueue(device.plugin_view().stream, 1ms);
    device.mark(1);
    device.synchronise();
    EXPECT_GE(device.span_s(0, 1), 1e-3);
}

} // namespace
} // namespace dyno
