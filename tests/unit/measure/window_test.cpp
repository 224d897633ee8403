// SPDX-License-Identifier: Apache-2.0
#include "measure/window.hpp"

#include "fake_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

constexpr double near_s = 1e-12;

class window_on_fake : public testing::Test {
protected:
    fake_device device;
    fake_clock clock{device};
};

TEST_F(window_on_fake, neighbouring_samples_share_a_mark) {
    (void)take_window(device, clock, [&] { device.enqueue(1e-3); }, {2, 3, false});
    EXPECT_THAT(device.calls, ElementsAre("reserve", "synchronise", "mark 0", "mark 1", "mark 2",
                                          "mark 3", "synchronise"));
    EXPECT_GE(device.reserved, 4U);
}

TEST_F(window_on_fake, flushed_samples_have_marks_of_their_own) {
    device.flush_s = 31e-6;
    const window w = take_window(device, clock, [&] { device.enqueue(1e-3); }, {1, 3, true});
    EXPECT_THAT(device.calls,
                ElementsAre("reserve", "synchronise", "flush", "mark 0", "mark 1", "flush",
                            "mark 2", "mark 3", "flush", "mark 4", "mark 5", "synchronise"));
    EXPECT_GE(device.reserved, 6U);
    EXPECT_THAT(w.times_s, Pointwise(DoubleNear(near_s), {1e-3, 1e-3, 1e-3}))
        << "the flush is outside";
    EXPECT_NEAR(w.elapsed_s, 3 * (1e-3 + 31e-6), near_s);
}

TEST_F(window_on_fake, times_are_of_one_iteration_and_in_order) {
    int run = 0;
    const window w =
        take_window(device, clock, [&] { device.enqueue(1e-3 * ++run); }, {2, 3, false});
    EXPECT_EQ(run, 6);
    EXPECT_THAT(w.times_s, Pointwise(DoubleNear(near_s), {1.5e-3, 3.5e-3, 5.5e-3}));
}

TEST_F(window_on_fake, starts_are_the_clocks) {
    device.now_s = 5000;
    device.enqueue(0.25); // still at work when the window comes
    const window w = take_window(device, clock, [&] { device.enqueue(1e-3); }, {10, 3, false});
    EXPECT_THAT(w.starts_s, Pointwise(DoubleNear(1e-9), {5000.25, 5000.26, 5000.27}));
}

TEST_F(window_on_fake, starts_of_flushed_samples_come_after_their_flush) {
    device.flush_s = 0.5;
    const window w = take_window(device, clock, [&] { device.enqueue(1e-3); }, {1, 2, true});
    EXPECT_THAT(w.starts_s, Pointwise(DoubleNear(1e-9), {1000.5, 1001.001}));
}

TEST_F(window_on_fake, work_that_ends_after_run_returned_is_timed_to_its_end) {
    const window w = take_window(device, clock, [&] { device.enqueue(50e-3); }, {1, 1, false});
    EXPECT_NEAR(w.times_s[0], 50e-3, near_s);
    EXPECT_NEAR(w.wall_s, 50e-3, near_s);
    EXPECT_EQ(w.enqueue_s, 0);
}

TEST_F(window_on_fake, a_host_bound_iteration_takes_as_long_as_the_host) {
    const auto step = [&] {
        device.spend(1e-3);
        device.enqueue(0.1e-3);
    };
    const window w = take_window(device, clock, step, {4, 5, false});
    // The very last kernel runs on after the host is done, in the last sample.
    EXPECT_THAT(w.times_s, Pointwise(DoubleNear(0.05e-3), {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}));
    EXPECT_NEAR(w.enqueue_s, 1e-3, near_s);
    EXPECT_NEAR(w.cpu_s, 1e-3, near_s);
    EXPECT_NEAR(w.wall_s, (20e-3 + 0.1e-3) / 20, near_s);
}

TEST_F(window_on_fake, a_device_bound_iteration_is_enqueued_ahead) {
    const auto step = [&] {
        device.spend(0.1e-3);
        device.enqueue(1e-3);
    };
    const window w = take_window(device, clock, step, {1, 10, false});
    EXPECT_NEAR(w.enqueue_s, 0.1e-3, near_s);
    EXPECT_NEAR(w.cpu_s, 0.1e-3, near_s);
    EXPECT_NEAR(w.times_s[9], 1e-3, near_s);
    EXPECT_NEAR(w.elapsed_s, 10.1e-3, near_s);
}

TEST_F(window_on_fake, what_run_throws_comes_out) {
    struct odd {};
    EXPECT_THROW((void)take_window(device, clock, [] { throw odd{}; }, {1, 1, false}), odd);
}

class held_on_fake : public window_on_fake {
protected:
    std::optional<double> held(std::int64_t iterations, bool flush = false) {
        return take_held(
            device,
            [&] {
                device.spend(1e-3);
                device.enqueue(0.1e-3);
            },
            iterations, flush);
    }
};

TEST_F(held_on_fake, the_kernels_alone_are_timed) {
    const auto span = held(5);
    ASSERT_TRUE(span);
    EXPECT_NEAR(*span, 0.1e-3, near_s);
    EXPECT_THAT(device.calls, ElementsAre("reserve", "synchronise", "hold", "mark 0", "mark 1",
                                          "release", "synchronise"));
}

TEST_F(held_on_fake, the_flush_comes_before_the_hold) {
    device.flush_s = 1;
    EXPECT_NEAR(held(1, true).value(), 0.1e-3, near_s);
    EXPECT_EQ(device.calls[2], "flush");
    EXPECT_EQ(device.calls[3], "hold");
}

TEST_F(held_on_fake, a_hold_that_was_given_up_gives_nothing) {
    device.queue = 4;
    EXPECT_FALSE(held(10));
    EXPECT_FALSE(take_held(
        device, [&] { device.synchronise(); }, 1, false));
    EXPECT_TRUE(held(2)) << "and the next one is none the worse";
}

TEST_F(held_on_fake, is_released_whatever_is_thrown) {
    struct odd {};
    EXPECT_THROW((void)take_held(
                     device, [] { throw odd{}; }, 1, false),
                 odd);
    EXPECT_EQ(device.calls.back(), "release");
}

TEST_F(held_on_fake, bug_a_mark_that_failed_left_the_stream_held) {
    device.mark_fails = true;
    EXPECT_THROW((void)held(1), device_fault);
    EXPECT_EQ(device.calls.back(), "release");
}

} // namespace
} // namespace dyno
