// Conversions between the storage formats and double.
//
// SPDX-License-Identifier: Apache-2.0
#include "number_format.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dyno::gemm {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_every_value_survives(number_format format, int bits) {
    for (std::uint64_t one = 0; one < (std::uint64_t{1} << bits); ++one) {
        const double value = decode(format, one);
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(decode(format, encode(format, value)))) << one;
        } else {
            EXPECT_EQ(encode(format, value), one) << value;
        }
    }
}

TEST(number_format, every_small_value_survives_decoding_and_encoding) {
    expect_every_value_survives(number_format::bf16, 16);
    expect_every_value_survives(number_format::fp16, 16);
    expect_every_value_survives(number_format::e4m3, 8);
    expect_every_value_survives(number_format::int8, 8);
}

TEST(number_format, known_values) {
    EXPECT_EQ(encode(number_format::fp16, 1.0), 0x3c00u);
    EXPECT_EQ(encode(number_format::fp16, 65504.0), 0x7bffu);
    EXPECT_EQ(encode(number_format::fp16, 0x1p-24), 0x0001u);
    EXPECT_EQ(encode(number_format::bf16, -2.0), 0xc000u);
    EXPECT_EQ(encode(number_format::e4m3, 448.0), 0x7eu);
    EXPECT_EQ(encode(number_format::e4m3, 1.0), 0x38u);
    EXPECT_EQ(decode(number_format::e4m3, 0x01), 0x1p-9);
    EXPECT_EQ(encode(number_format::int8, -127.6), 0x80u);
    EXPECT_EQ(decode(number_format::int32, 0xffffffffu), -1.0);
    EXPECT_EQ(encode(number_format::fp32, 0.5), 0x3f000000u);
    EXPECT_EQ(decode(number_format::fp64, encode(number_format::fp64, 0.1)), 0.1);
}

TEST(number_format, rounds_ties_to_even) {
    EXPECT_EQ(decode(number_format::bf16, encode(number_format::bf16, 1 + 0x1p-8)), 1.0);
    EXPECT_EQ(decode(number_format::bf16, encode(number_format::bf16, 1 + 3 * 0x1p-8)),
              1 + 4 * 0x1p-8);
    EXPECT_EQ(decode(number_format::fp16, encode(number_format::fp16, 2 - 0x1p-12)), 2.0)
        << "a carry into the next exponent";
    EXPECT_EQ(decode(number_format::e4m3, encode(number_format::e4m3, 0x1p-10)), 0.0);
}

TEST(number_format, out_of_range) {
    EXPECT_EQ(decode(number_format::fp16, encode(number_format::fp16, 65520.0)), infinity);
    EXPECT_EQ(decode(number_format::bf16, encode(number_format::bf16, -1e39)), -infinity);
    EXPECT_EQ(decode(number_format::e4m3, encode(number_format::e4m3, 1e9)), 448.0);
    EXPECT_EQ(decode(number_format::e4m3, encode(number_format::e4m3, -infinity)), -448.0);
    EXPECT_EQ(decode(number_format::int8, encode(number_format::int8, 1000.0)), 127.0);
    EXPECT_TRUE(std::signbit(decode(number_format::fp16, encode(number_format::fp16, -0.0))));
}

TEST(number_format, no_rounding_is_larger_than_roundoff_and_underflow_say) {
    for (const number_format format :
         {number_format::fp32, number_format::bf16, number_format::fp16, number_format::e4m3}) {
        double value = 1e-7;
        for (; value < 400; value *= 1.0173) {
            const double error = std::fabs(decode(format, encode(format, value)) - value);
            EXPECT_LE(error, std::max(roundoff(format) * value, underflow(format)))
                << name_of(format) << " " << value;
        }
    }
}

} // namespace
} // namespace dyno::gemm
