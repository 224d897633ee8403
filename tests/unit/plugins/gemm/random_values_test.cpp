// The values of the input matrices.
//
// SPDX-License-Identifier: Apache-2.0
#include "random_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace dyno::gemm {
namespace {

TEST(random_values, the_first_values_never_change) {
    // Pinned: a change of these makes runs incomparable and needs a new name of the input kind.
    const random_values values(number_format::fp32, input_kind::normal, 1, 1);
    const double first[] = {1.402773943, 0.523093723, -1.067427981, -0.356225211, -0.001968863};
    for (std::size_t i = 0; i < std::size(first); ++i) {
        EXPECT_NEAR(values[i], first[i], 1e-7);
    }
}

TEST(random_values, filling_from_any_element_gives_the_same) {
    for (const number_format format :
         {number_format::fp64, number_format::bf16, number_format::e4m3, number_format::int8}) {
        const random_values values(format, input_kind::normal, 7, 2);
        const std::size_t width = bytes_of(format);
        for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{6}}) {
            std::vector<std::byte> part(11 * width);
            values.fill(first, part);
            for (std::size_t i = 0; i < 11; ++i) {
                std::uint64_t bits = 0;
                std::memcpy(&bits, part.data() + i * width, width);
                EXPECT_EQ(decode(format, bits), values[first + i]) << name_of(format) << " " << i;
            }
        }
    }
}

TEST(random_values, normal_values_have_their_moments_and_their_cut) {
    const random_values values(number_format::fp64, input_kind::normal, 3, 1);
    constexpr int count = 1'000'000;
    double sum = 0;
    double squares = 0;
    double largest = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        sum += values[i];
        squares += values[i] * values[i];
        largest = std::max(largest, std::fabs(values[i]));
    }
    EXPECT_NEAR(sum / count, 0, 0.004);
    // The variance of a normal distribution cut at 3.5.
    EXPECT_NEAR(squares / count, 0.9939, 0.006);
    EXPECT_LE(largest, normal_cut);
    EXPECT_GT(largest, 3.4);
}

TEST(random_values, neighbours_are_not_correlated) {
    const random_values values(number_format::fp32, input_kind::uniform, 1, 1);
    constexpr int count = 200'000;
    for (const std::uint64_t distance : {1, 2, 4, 8192}) {
        double sum = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            sum += values[i] * values[i + distance];
        }
        EXPECT_NEAR(sum / count, 0, 0.004) << distance;
    }
}

TEST(random_values, matrices_and_seeds_differ) {
    const random_values one(number_format::fp32, input_kind::normal, 1, 1);
    const random_values other_matrix(number_format::fp32, input_kind::normal, 1, 2);
    const random_values other_seed(number_format::fp32, input_kind::normal, 2, 1);
    int same = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        same += one[i] == other_matrix[i];
        same += one[i] == other_seed[i];
    }
    EXPECT_LT(same, 5);
}

TEST(random_values, small_formats_use_their_range) {
    const random_values normal(number_format::int8, input_kind::normal, 1, 1);
    const random_values uniform(number_format::int8, input_kind::uniform, 1, 1);
    const random_values zeros(number_format::e4m3, input_kind::zeros, 1, 1);
    double largest_normal = 0;
    double largest_uniform = 0;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        largest_normal = std::max(largest_normal, std::fabs(normal[i]));
        largest_uniform = std::max(largest_uniform, std::fabs(uniform[i]));
        EXPECT_EQ(zeros[i], 0);
    }
    EXPECT_GE(largest_normal, 105);
    EXPECT_LE(largest_normal, 112);
    EXPECT_EQ(largest_uniform, 127);
}

} // namespace
} // namespace dyno::gemm
