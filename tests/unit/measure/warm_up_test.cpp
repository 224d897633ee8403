// SPDX-License-Identifier: Apache-2.0
#include "measure/warm_up.hpp"

#include "fake_device.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dyno {
namespace {

class warm_up_on_fake : public testing::Test {
protected:
    warm_up_on_fake() {
        policy.warmup_s = 0.5;
        policy.max_warmup_s = 5;
        policy.min_time_s = 0.2; // windows of 50 ms
    }

    /// Warms up with iterations of the length that `length_s` gives for 0, 1, 2, …
    warmed run(const std::function<double(std::int64_t)>& length_s) {
        std::int64_t count = 0;
        const warmed w = warm_up(
            device, clock,
            [&] {
                device.spend(1e-7);
                device.enqueue(length_s(count++));
            },
            policy, [&](double done) { progress.push_back(done); });
        EXPECT_EQ(w.iterations, count);
        return w;
    }

    fake_device device;
    fake_clock clock{device};
    record::policy policy;
    std::vector<double> progress;
};

TEST_F(warm_up_on_fake, lasts_as_long_as_it_is_told_and_then_ends) {
    const warmed w = run([](auto) { return 2e-3; });
    EXPECT_TRUE(w.settled);
    EXPECT_GE(w.elapsed_s, 0.5);
    EXPECT_LT(w.elapsed_s, 0.5 + 0.2);
    EXPECT_EQ(w.batch, 1) << "a step of 2 ms is a sample of its own";
    EXPECT_NEAR(w.iteration_s, 2e-3, 1e-5);
    EXPECT_NEAR(w.wall_s, 2e-3, 1e-4);
    ASSERT_FALSE(progress.empty());
    EXPECT_GT(progress.front(), 0);
    EXPECT_EQ(progress.back(), 1);
}

TEST_F(warm_up_on_fake, finds_the_batch_of_a_sample) {
    EXPECT_EQ(run([](auto) { return 0.4e-3; }).batch, 3);
    EXPECT_EQ(run([](auto) { return 1.1e-6; }).batch, 910);
    policy.min_sample_s = 0.01;
    EXPECT_EQ(run([](auto) { return 0.4e-3; }).batch, 25);
    policy.min_sample_s = 0;
    EXPECT_EQ(run([](auto) { return 0.4e-3; }).batch, 1);
}

TEST_F(warm_up_on_fake, the_batch_does_not_follow_a_first_iteration_that_is_far_off) {
    // Loading modules: a hundred milliseconds, then microseconds.
    EXPECT_EQ(run([](auto i) { return i == 0 ? 0.1 : 11e-6; }).batch, 91);
    // Nothing to do at first, then 2 s: no window may take many of them.
    EXPECT_EQ(run([](auto i) { return i == 0 ? 1e-7 : 2.0; }).batch, 1);
}

TEST_F(warm_up_on_fake, bug_a_first_iteration_without_work_made_a_window_of_hundreds) {
    const warmed w = run([](auto i) { return i == 0 ? 1e-7 : 50e-3; });
    EXPECT_EQ(w.batch, 1);
    EXPECT_LT(w.elapsed_s, 2);
}

TEST_F(warm_up_on_fake, with_a_cold_cache_a_sample_is_one_iteration) {
    policy.cache = record::cache_state::cold;
    device.flush_s = 31e-6;
    const warmed w = run([](auto) { return 1e-6; });
    EXPECT_EQ(w.batch, 1);
    EXPECT_NEAR(w.wall_s, 32e-6, 1e-6) << "with its flush";
    EXPECT_NEAR(w.iteration_s, 1e-6, 1e-9);
}

TEST_F(warm_up_on_fake, goes_on_until_it_has_settled) {
    // From 20 to 10 ms over 60 iterations, that is over about 0.9 s.
    const auto falling = [](auto i) { return 10e-3 + 10e-3 * std::max(0.0, 1 - double(i) / 60); };
    policy.warmup_s = 0.1;
    const warmed w = run(falling);
    EXPECT_TRUE(w.settled);
    EXPECT_GE(w.iterations, 60);
    EXPECT_NEAR(w.iteration_s, 10e-3, 0.1e-3);
}

TEST_F(warm_up_on_fake, gives_up_at_the_cap_and_says_so) {
    const auto falling = [](auto i) { return 10e-3 + 10e-3 * std::max(0.0, 1 - double(i) / 60); };
    policy.warmup_s = 0.1;
    policy.max_warmup_s = 0.4;
    const warmed w = run(falling);
    EXPECT_FALSE(w.settled);
    EXPECT_GE(w.elapsed_s, 0.4);
    EXPECT_LT(w.elapsed_s, 0.6);
}

TEST_F(warm_up_on_fake, that_never_settles_ends_at_the_cap) {
    // Slower and slower, by 3 % a window of 50 ms.
    const warmed w = run([this](auto) { return 2e-3 * std::exp(0.6 * (device.now_s - 1000)); });
    EXPECT_FALSE(w.settled);
    EXPECT_LT(w.elapsed_s, 6);
}

TEST_F(warm_up_on_fake, without_any_time_takes_one_iteration) {
    policy.warmup_s = policy.max_warmup_s = 0;
    const warmed w = run([](auto) { return 1e-3; });
    EXPECT_EQ(w.iterations, 1);
    EXPECT_FALSE(w.settled);
}

TEST_F(warm_up_on_fake, of_nothing_at_all_ends) {
    const warmed w = run([](auto) { return 0.0; });
    EXPECT_GE(w.elapsed_s, 0.5);
    EXPECT_LT(w.elapsed_s, 10);
    EXPECT_GE(w.batch, 1000);
}

} // namespace
} // namespace dyno
