// Our number formats against NVIDIA's own conversions.
//
// SPDX-License-Identifier: Apache-2.0
#include "number_format.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <gtest/gtest.h>

#include <bit>

namespace dyno::gemm {
namespace {

TEST(cuda_formats, rounding_is_the_same_as_nvidias) {
    // Steps that are no multiple of any format's spacing, from subnormal to overflow.
    for (double value = 1e-9; value < 1e6; value *= 1.00317) {
        for (const double one : {value, -value}) {
            const auto as_float = static_cast<float>(one);
            const auto exact = static_cast<double>(as_float);
            EXPECT_EQ(encode(number_format::fp16, exact),
                      __half_as_ushort(__float2half_rn(as_float)))
                << exact;
            EXPECT_EQ(encode(number_format::bf16, exact),
                      __bfloat16_as_ushort(__float2bfloat16_rn(as_float)))
                << exact;
            EXPECT_EQ(encode(number_format::e4m3, exact),
                      __nv_cvt_float_to_fp8(as_float, __NV_SATFINITE, __NV_E4M3))
                << exact;
        }
    }
}

} // namespace
} // namespace dyno::gemm
