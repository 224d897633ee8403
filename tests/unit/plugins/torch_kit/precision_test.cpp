// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/choice.hpp>
#include <torch_kit/precision.hpp>

#include <ATen/Context.h>
#include <gtest/gtest.h>

namespace dyno::torch_kit {
namespace {

TEST(precision, tf32_is_a_choice_for_products_and_convolutions_alike) {
    const auto fp32 = arithmetic_switches::for_precision(precision::fp32, true, false);
    EXPECT_FALSE(fp32.tf32_matmul);
    EXPECT_FALSE(fp32.tf32_convolution);
    const auto tf32 = arithmetic_switches::for_precision(precision::tf32, true, false);
    EXPECT_TRUE(tf32.tf32_matmul);
    EXPECT_TRUE(tf32.tf32_convolution);
}

TEST(precision, every_switch_reads_back_as_it_was_set) {
    const auto before = arithmetic_switches::read_back();
    for (int bits = 0; bits < 16; ++bits) {
        const arithmetic_switches wanted{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                                         (bits & 8) != 0};
        const arithmetic_guard guard(wanted);
        EXPECT_EQ(arithmetic_switches::read_back(), wanted) << to_string(wanted);
    }
    EXPECT_EQ(arithmetic_switches::read_back(), before);
}

TEST(precision, a_switch_that_somebody_else_flips_shows) {
    const auto wanted = arithmetic_switches::for_precision(precision::fp32, false, false);
    const arithmetic_guard guard(wanted);
    at::globalContext().setAllowTF32CuDNN(true);
    EXPECT_NE(arithmetic_switches::read_back(), wanted);
}

TEST(precision, says_its_switches_in_words) {
    EXPECT_EQ(to_string(arithmetic_switches{true, false, true, false}),
              "tf32_matmul=1 tf32_convolution=0 cudnn_benchmark=1 deterministic=0");
}

TEST(choice, names_and_values_are_in_the_same_order) {
    EXPECT_EQ(choice_named<precision>(precision_names, "bf16_amp"), precision::bf16_amp);
    EXPECT_STREQ(name_of(precision_names, precision::tf32), "tf32");
    EXPECT_THROW((void)choice_named<precision>(precision_names, "fp8"), std::invalid_argument);
}

} // namespace
} // namespace dyno::torch_kit
