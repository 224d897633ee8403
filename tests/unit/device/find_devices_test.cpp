// SPDX-License-Identifier: Apache-2.0
#include "device/find_devices.hpp"

#include "scoped_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using record::device_kind;
using testing::AllOf;
using testing::HasSubstr;

TEST(find_devices, lists_cuda_in_its_order_and_then_the_cpu) {
    const scoped_environment names("FAKE_CUDA_NAMES", "NVIDIA First;NVIDIA Second");
    const record::device_list found = find_devices();
    ASSERT_EQ(found.devices.size(), 3U);
    const record::device& first = found.devices[0];
    EXPECT_EQ(first.kind, device_kind::cuda);
    EXPECT_EQ(first.name, "NVIDIA First");
    EXPECT_EQ(first.index, 0);
    EXPECT_EQ(first.uuid, "GPU-11111111-aaaa-4aaa-8aaa-000000000001");
    EXPECT_EQ(first.pci_bus_id, "0000:65:00.0");
    EXPECT_EQ(first.sm, 90);
    EXPECT_EQ(first.multiprocessors, 132);
    EXPECT_EQ(first.memory_bytes, std::uint64_t{16} << 30);
    EXPECT_EQ(first.l2_bytes, std::uint64_t{50} << 20);
    EXPECT_EQ(found.devices[1].index, 1);
    EXPECT_EQ(found.devices[2].kind, device_kind::cpu);
    EXPECT_EQ(found.driver_cuda, 13000);
    EXPECT_EQ(found.reason, "");
}

TEST(find_devices, without_a_driver_finds_the_cpu_and_says_why) {
    const record::device_list found = find_devices("libcuda_absent.so.1");
    ASSERT_EQ(found.devices.size(), 1U);
    EXPECT_EQ(found.devices[0].kind, device_kind::cpu);
    EXPECT_FALSE(found.driver_cuda.has_value());
    EXPECT_FALSE(found.driver_failure.has_value());
    EXPECT_THAT(found.reason, HasSubstr("no NVIDIA driver found"));
}

TEST(find_devices, a_driver_that_does_not_start_leaves_its_code) {
    const scoped_environment fail("FAKE_CUDA_FAIL", "cuInit:803");
    const record::device_list found = find_devices();
    ASSERT_EQ(found.devices.size(), 1U);
    EXPECT_EQ(found.driver_failure, 803);
    EXPECT_THAT(found.reason, HasSubstr("(803)"));
}

TEST(find_devices, leaves_a_broken_device_out_and_says_which) {
    const scoped_environment names("FAKE_CUDA_NAMES", "NVIDIA First;NVIDIA Second");
    const scoped_environment fail("FAKE_CUDA_FAIL", "cuDeviceTotalMem:101@1");
    const record::device_list found = find_devices();
    ASSERT_EQ(found.devices.size(), 2U);
    EXPECT_EQ(found.devices[0].name, "NVIDIA Second");
    EXPECT_EQ(found.devices[0].index, 1);
    EXPECT_THAT(found.reason, AllOf(HasSubstr("CUDA device 0: cuDeviceTotalMem: ")));
}

TEST(find_devices, leaves_cuda_visible_devices_to_cuda) {
    const scoped_environment names("FAKE_CUDA_NAMES", "NVIDIA First;NVIDIA Second");
    const scoped_environment visible("CUDA_VISIBLE_DEVICES", "1");
    const record::device_list found = find_devices();
    ASSERT_EQ(found.devices.size(), 2U);
    EXPECT_EQ(found.devices[0].name, "NVIDIA Second");
    EXPECT_EQ(found.devices[0].index, 0);
}

} // namespace
} // namespace dyno
