// Which products a card can do, by its compute capability.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_support.hpp"

#include "gemm_cuda.hpp"
#include "recording_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace dyno::gemm {
namespace {

using ::testing::HasSubstr;
using given = std::map<std::string, std::string>;

std::string reason(given parameters, int sm) {
    if (parameters.count("m") == 0) {
        parameters.emplace("size", "64");
    }
    const testing::recording_host recorder(detail::adapter<gemm_cuda>::entry, parameters);
    return impossible_on_cuda(read_problem(host(recorder.services())), sm).value_or("possible");
}

TEST(cuda_support, every_data_type_has_its_first_card) {
    EXPECT_EQ(reason({{"dtype", "\"fp64\""}}, 70), "possible");
    EXPECT_EQ(reason({{"dtype", "\"fp16\""}}, 70), "possible");
    EXPECT_EQ(reason({{"dtype", "\"bf16\""}}, 75),
              "bf16 products need compute capability 8.0; this device has 7.5");
    EXPECT_THAT(reason({{"dtype", "\"tf32\""}}, 75), HasSubstr("tf32 products need"));
    EXPECT_EQ(reason({{"dtype", "\"tf32\""}}, 80), "possible");
    EXPECT_THAT(reason({{"dtype", "\"fp8_e4m3\""}}, 86), HasSubstr("8.9; this device has 8.6"));
    EXPECT_EQ(reason({{"dtype", "\"fp8_e4m3\""}}, 89), "possible");
    EXPECT_EQ(reason({{"dtype", "\"fp8_e4m3\""}}, 120), "possible");
}

TEST(cuda_support, fp8_has_its_layouts_and_its_library) {
    const given nn = {{"dtype", "\"fp8_e4m3\""}, {"transpose", "\"nn\""}};
    EXPECT_THAT(reason(nn, 90), HasSubstr("needs transpose = \"tn\""));
    EXPECT_EQ(reason(nn, 100), "possible");
    EXPECT_THAT(reason({{"dtype", "\"fp8_e4m3\""}, {"library", "\"cublas\""}}, 90),
                HasSubstr("cuBLASLt only"));
    EXPECT_EQ(reason({{"dtype", "\"fp8_e4m3\""}, {"m", "64"}, {"n", "64"}, {"k", "520"}}, 90),
              "fp8_e4m3 needs stored columns of a multiple of 16 elements; those of A have 520");
    EXPECT_THAT(reason({{"dtype", "\"fp8_e4m3\""}, {"m", "40"}, {"n", "64"}, {"k", "64"}}, 90),
                HasSubstr("those of D have 40"));
}

TEST(cuda_support, int8_needs_columns_of_a_multiple_of_four) {
    EXPECT_THAT(reason({{"dtype", "\"int8\""}, {"m", "64"}, {"n", "64"}, {"k", "510"}}, 90),
                HasSubstr("a multiple of 4 elements; those of A have 510"));
    EXPECT_EQ(reason({{"dtype", "\"int8\""}, {"m", "64"}, {"n", "63"}, {"k", "512"}}, 90),
              "possible");
}

TEST(cuda_support, parameters_without_a_meaning_are_skipped) {
    EXPECT_THAT(reason({{"threads", "2"}}, 90), HasSubstr("threads has no meaning"));
    EXPECT_THAT(reason({{"library", "\"cublas\""}, {"algorithm", "\"first\""}}, 90),
                HasSubstr("cuBLAS chooses its algorithm itself"));
    EXPECT_EQ(reason({{"library", "\"cublas\""}}, 90), "possible");
    EXPECT_THAT(reason({{"dtype", "\"bf16\""}, {"accumulate", "\"fp16\""}}, 90),
                HasSubstr("no library sums bf16 products in fp16"));
}

TEST(cuda_support, alpha_has_the_scale_type) {
    const std::uint16_t half_one = 0x3c00;
    EXPECT_EQ(std::memcmp(scale_factor(CUDA_R_16F, 1).data(), &half_one, sizeof half_one), 0);
    const std::int32_t one = 1;
    EXPECT_EQ(std::memcmp(scale_factor(CUDA_R_32I, 1).data(), &one, sizeof one), 0);
    const double double_one = 1;
    EXPECT_EQ(std::memcmp(scale_factor(CUDA_R_64F, 1).data(), &double_one, sizeof double_one), 0);
}

} // namespace
} // namespace dyno::gemm
