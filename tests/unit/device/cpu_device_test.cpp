// SPDX-License-Identifier: Apache-2.0
#include "device/cpu_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace dyno {
namespace {

using namespace std::chrono_literals;

record::device small_processor() {
    record::device processor;
    processor.kind = record::device_kind::cpu;
    processor.name = "Test CPU";
    processor.l2_bytes = 1 << 20;
    return processor;
}

TEST(cpu_device, shows_a_plugin_what_it_is) {
    const cpu_device device(small_processor());
    const dyno_device& view = device.plugin_view();
    EXPECT_EQ(view.struct_size, sizeof view);
    EXPECT_EQ(view.kind, DYNO_CPU);
    EXPECT_EQ(view.ordinal, -1);
    EXPECT_EQ(view.sm, 0);
    EXPECT_STREQ(view.name, "Test CPU");
    EXPECT_EQ(view.stream, nullptr);
}

TEST(cpu_device, marks_are_clock_readings) {
    cpu_device device(small_processor());
    device.reserve_marks(2);
    device.mark(0);
    std::this_thread::sleep_for(5ms);
    device.mark(1);
    EXPECT_GE(device.span_s(0, 1), 5e-3);
    EXPECT_DOUBLE_EQ(device.span_s(1, 0), -device.span_s(0, 1));
}

TEST(cpu_device, keeps_marks_when_more_are_reserved) {
    cpu_device device(small_processor());
    device.reserve_marks(2);
    device.mark(0);
    device.mark(1);
    const double before_s = device.span_s(0, 1);
    device.reserve_marks(1000);
    device.reserve_marks(1);
    EXPECT_EQ(device.span_s(0, 1), before_s);
}

TEST(cpu_device, resolution_is_the_clocks) {
    const cpu_device device(small_processor());
    EXPECT_GT(device.resolution_s(), 0);
    EXPECT_LT(device.resolution_s(), 1e-3);
}

TEST(cpu_device, flushes_and_synchronises) {
    cpu_device device(small_processor());
    EXPECT_NO_THROW(device.flush_cache());
    EXPECT_NO_THROW(device.flush_cache());
    EXPECT_NO_THROW(device.synchronise());
    EXPECT_NO_THROW(device.check());
}

TEST(cpu_device, flush_without_memory_says_so) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer ends a process that asks for so much";
#endif
    record::device processor = small_processor();
    processor.l2_bytes = std::uint64_t{1} << 60;
    cpu_device device(processor);
    EXPECT_THROW(device.flush_cache(), device_out_of_memory);
}

TEST(cpu_device, cannot_hold) {
    cpu_device device(small_processor());
    EXPECT_FALSE(device.can_hold());
    EXPECT_THAT(device.hold_obstacle(), testing::HasSubstr("nothing to hold"));
    EXPECT_THROW(device.hold(), device_fault);
    EXPECT_FALSE(device.release());
}

} // namespace
} // namespace dyno
