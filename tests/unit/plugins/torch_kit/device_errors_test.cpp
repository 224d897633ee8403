// SPDX-License-Identifier: Apache-2.0
#include "counting_allocator.hpp"

#include <torch_kit/batch_feed.hpp>
#include <torch_kit/workload/device_errors.hpp>

#include <ATen/ops/zeros.h>
#include <c10/util/Exception.h>
#include <dyno/plugin.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace dyno::torch_kit {
namespace {

const c10::SourceLocation here{"f", "f.cpp", 1};

void translate(c10::Device device, const std::function<void()>& body) {
    try {
        body();
    } catch (...) {
        rethrow_translated(device, "resnet50 with batch = 64", nullptr);
    }
}

template <class Expected>
std::string message_of(c10::Device device, const std::function<void()>& body) {
    try {
        translate(device, body);
    } catch (const Expected& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

TEST(device_errors, device_memory_is_told_from_host_memory) {
    const auto refuse = [] {
        throw c10::OutOfMemoryError(here, "CUDA out of memory. Tried to allocate 2 GiB.\nadvice");
    };
    const std::string text = message_of<out_of_device_memory>(c10::Device(c10::kCUDA, 0), refuse);
    EXPECT_THAT(text, ::testing::HasSubstr("resnet50 with batch = 64 did not fit: "));
    EXPECT_THAT(text, ::testing::HasSubstr("Tried to allocate 2 GiB."));
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("advice")));
    message_of<out_of_host_memory>(c10::kCPU, refuse);
}

TEST(device_errors, pinned_memory_is_host_memory) {
    const std::string text = message_of<out_of_host_memory>(
        c10::Device(c10::kCUDA, 0), [] { throw pinned_memory_error("pinned host memory: 5 B"); });
    EXPECT_EQ(text, "pinned host memory: 5 B");
}

TEST(device_errors, a_limited_allocator_is_reported_and_can_be_used_again) {
    testing::counting_allocator memory(1 << 20);
    for (int round = 0; round < 3; ++round) {
        message_of<out_of_host_memory>(c10::kCPU, [] { (void)at::zeros({1 << 20}); });
        EXPECT_EQ(memory.live_bytes(), 0);
        EXPECT_NO_THROW((void)at::zeros({1 << 10}));
    }
}

TEST(device_errors, other_errors_come_without_a_backtrace) {
    const std::string text = message_of<std::runtime_error>(
        c10::kCPU, [] { TORCH_CHECK(false, "shapes do not match"); });
    EXPECT_EQ(text, "shapes do not match");
}

TEST(device_errors, the_cpu_allocator_has_no_exception_of_its_own) {
    message_of<out_of_host_memory>(c10::kCPU, [] {
        TORCH_CHECK(false, "[enforce fail] DefaultCPUAllocator: can't allocate memory: 5 bytes");
    });
}

TEST(device_errors, what_is_not_libtorchs_stays_as_it_is) {
    EXPECT_THROW(translate(c10::kCPU, [] { throw skipped("no reason"); }), skipped);
    EXPECT_THROW(translate(c10::kCPU, [] { throw 7; }), int);
}

} // namespace
} // namespace dyno::torch_kit
