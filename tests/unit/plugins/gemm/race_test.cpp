// The race on a simulated card whose clock falls under its power limit.
//
// SPDX-License-Identifier: Apache-2.0
#include "race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace dyno::gemm {
namespace {

struct kernel {
    double cycles; ///< of one product
    double power;  ///< at full clock, as a share of the limit: above 1 the clock falls
};

/// Its clock goes to what the power of the running kernel allows, within some 30 ms, and it is
/// cold and fast in the beginning.
class card {
public:
    explicit card(std::vector<kernel> kernels, double noise = 0.001)
        : m_kernels(std::move(kernels)), m_noise(0, noise) {}

    double operator()(std::size_t candidate, std::size_t untimed, std::size_t timed) {
        run(candidate, untimed);
        const double seconds = run(candidate, timed);
        return seconds * (1 + m_noise(m_random));
    }

    [[nodiscard]] double settled_time(std::size_t candidate) const {
        return m_kernels[candidate].cycles / settled_clock(candidate);
    }
    [[nodiscard]] double clock_now() const { return m_now; }

private:
    /// Power falls with about the third power of the clock.
    [[nodiscard]] double settled_clock(std::size_t candidate) const {
        return full_clock * std::min(1.0, std::cbrt(1 / m_kernels[candidate].power));
    }

    double run(std::size_t candidate, std::size_t products) {
        double seconds = 0;
        for (std::size_t i = 0; i < products; ++i) {
            const double one = m_kernels[candidate].cycles / m_clock;
            // The card's heat adds a slow fall of 3 % over some seconds.
            const double heat = 1 - 0.03 * (1 - std::exp(-m_now / 2));
            const double target = settled_clock(candidate) * heat;
            m_clock += (target - m_clock) * (1 - std::exp(-one / 0.03));
            m_now += one;
            seconds += one;
        }
        return seconds;
    }

    static constexpr double full_clock = 1.98e9;
    std::vector<kernel> m_kernels;
    std::normal_distribution<double> m_noise;
    std::mt19937_64 m_random{1};
    double m_clock = full_clock;
    double m_now = 0;
};

race_result run_on(card& one, std::size_t count) {
    return race(count, [&one](std::size_t candidate, std::size_t untimed, std::size_t timed) {
        return one(candidate, untimed, timed);
    });
}

/// 1.6 ms at full clock: a bf16 product of 8192 on an H200.
constexpr double product_cycles = 3.1e6;

TEST(race, takes_a_clearly_faster_candidate) {
    card one({{product_cycles, 1.4}, {product_cycles * 1.2, 1.3}, {product_cycles * 0.977, 1.4}});
    const race_result result = run_on(one, 3);
    EXPECT_EQ(result.winner, 2u);
    EXPECT_NEAR(result.ratio, 0.977, 0.004);
}

TEST(race, keeps_the_first_among_equals) {
    std::vector<kernel> equal(32, {product_cycles, 1.4});
    card one(equal);
    const race_result result = run_on(one, equal.size());
    EXPECT_EQ(result.winner, 0u);
    EXPECT_EQ(result.timed, 32u);
}

TEST(race, a_small_gain_within_the_margin_does_not_unseat_the_first) {
    card one({{product_cycles, 1.4}, {product_cycles * 0.998, 1.4}});
    EXPECT_EQ(run_on(one, 2).winner, 0u);
}

TEST(race, fewer_cycles_at_more_power_do_not_win_where_power_binds) {
    // 1.5 % fewer cycles, but 12 % more power: slower once the clock has followed.
    card one({{product_cycles, 1.4}, {product_cycles * 0.985, 1.57}});
    ASSERT_GT(one.settled_time(1), one.settled_time(0) * 1.01);
    EXPECT_EQ(run_on(one, 2).winner, 0u);
}

TEST(race, less_power_at_as_many_cycles_wins) {
    card one({{product_cycles, 1.5}, {product_cycles * 1.005, 1.3}});
    ASSERT_LT(one.settled_time(1), one.settled_time(0) * 0.97);
    EXPECT_EQ(run_on(one, 2).winner, 1u);
}

TEST(race, is_never_worse_than_the_first_in_many_draws) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> cycles(0.95, 1.3);
    std::uniform_real_distribution<double> power(1.2, 1.6);
    for (int draw = 0; draw < 40; ++draw) {
        std::vector<kernel> kernels;
        kernels.reserve(8);
        for (int i = 0; i < 8; ++i) {
            kernels.push_back({product_cycles * cycles(random), power(random)});
        }
        card one(kernels, 0.002);
        const std::size_t winner = run_on(one, kernels.size()).winner;
        EXPECT_LT(one.settled_time(winner), one.settled_time(0) * 1.002) << draw;
    }
}

TEST(race, takes_about_two_seconds_at_any_length_of_product) {
    for (const double seconds : {4e-6, 1e-4, 1.6e-3, 18e-3, 0.1, 0.2, 0.4}) {
        for (const std::size_t count : {std::size_t{2}, std::size_t{8}, std::size_t{32}}) {
            std::vector<kernel> kernels(count, {seconds * 1.98e9, 1.0});
            card one(kernels);
            const race_result result = run_on(one, count);
            EXPECT_LT(one.clock_now(), 2.6) << seconds << " s, " << count << " candidates";
            EXPECT_NEAR(result.spent_s, one.clock_now(), 0.05 * one.clock_now());
        }
    }
}

TEST(race, a_product_too_long_to_compare_leaves_the_first) {
    card one({{3 * 1.98e9, 1.0}, {1.98e9, 1.0}});
    const race_result result = run_on(one, 2);
    EXPECT_EQ(result.winner, 0u);
    EXPECT_NE(result.reason.find("too long to time others"), std::string::npos) << result.reason;
}

TEST(race, clear_losers_leave_after_their_first_turn) {
    std::vector<kernel> kernels(8, {product_cycles * 1.6, 1.4});
    kernels[0] = {product_cycles, 1.4};
    kernels[1] = {product_cycles * 1.2, 1.4};
    card one(kernels);
    std::vector<int> slices(kernels.size(), 0);
    const race_result result =
        race(kernels.size(), [&](std::size_t candidate, std::size_t untimed, std::size_t timed) {
            ++slices[candidate];
            return one(candidate, untimed, timed);
        });
    EXPECT_EQ(result.winner, 0u);
    EXPECT_EQ(slices[7], 2) << "forwards and backwards";
    EXPECT_EQ(slices[1], 4) << "20 % slower: one turn more";
}

TEST(race, one_candidate_is_not_timed) {
    card one({{product_cycles, 1.0}});
    EXPECT_EQ(run_on(one, 1).winner, 0u);
    EXPECT_EQ(one.clock_now(), 0);
}

TEST(race, a_candidate_that_is_many_times_slower_does_not_eat_the_time) {
    std::vector<kernel> kernels(8, {product_cycles * 34, 1.0});
    kernels[0] = {product_cycles, 1.4};
    kernels[5] = {product_cycles * 0.95, 1.4};
    card one(kernels);
    EXPECT_EQ(run_on(one, kernels.size()).winner, 5u);
    EXPECT_LT(one.clock_now(), 3.0);
}

} // namespace
} // namespace dyno::gemm
