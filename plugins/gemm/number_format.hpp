// The formats in which a matrix stores its numbers, and conversions between them and double.
//
// The conversions follow IEEE 754 and the OCP FP8 specification; they serve tables, constants and
// the check of the answer, where being right matters and speed does not.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace dyno::gemm {

enum class number_format { fp64 = 1, fp32, bf16, fp16, e4m3, int8, int32 };

[[nodiscard]] const char* name_of(number_format format);
[[nodiscard]] std::size_t bytes_of(number_format format);

/// The bits of the value nearest to `value`, ties to even, in the low bytes. Out of range: infinity
/// for fp64 to fp16, the largest finite value for e4m3 and the integers.
[[nodiscard]] std::uint64_t encode(number_format format, double value);

/// The value of the bits; bits above the format's width are ignored.
[[nodiscard]] double decode(number_format format, std::uint64_t bits);

/// Largest relative error of rounding to the format (2^-p for p significant bits), and the largest
/// absolute one below its normal range; both 0 for integers.
[[nodiscard]] double roundoff(number_format format);
[[nodiscard]] double underflow(number_format format);

} // namespace dyno::gemm
