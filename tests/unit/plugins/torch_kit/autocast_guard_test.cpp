// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/autocast_guard.hpp>

#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace dyno::torch_kit {
namespace {

using weight_cache = autocast_guard::weight_cache;

autocast_state now() {
    return autocast_state::of_this_thread(c10::kCPU);
}

c10::ScalarType product_type() {
    const auto a = at::ones({2, 2});
    return at::mm(a, a).scalar_type();
}

TEST(autocast_guard, casts_products_in_its_scope_alone) {
    EXPECT_EQ(product_type(), at::kFloat);
    {
        const autocast_guard guard(c10::kCPU, at::kBFloat16);
        EXPECT_EQ(product_type(), at::kBFloat16);
    }
    EXPECT_EQ(product_type(), at::kFloat);
}

TEST(autocast_guard, without_a_dtype_turns_an_outer_one_off) {
    const autocast_guard outer(c10::kCPU, at::kBFloat16);
    {
        const autocast_guard inner(c10::kCPU, std::nullopt);
        EXPECT_EQ(product_type(), at::kFloat);
    }
    EXPECT_EQ(product_type(), at::kBFloat16);
}

TEST(autocast_guard, exceptions_restore_dtype_switch_and_cache_of_nested_guards) {
    ASSERT_FALSE(now().dtype);
    ASSERT_EQ(now().cache, weight_cache::on);
    const autocast_guard outer(c10::kCPU, at::kBFloat16, weight_cache::off);
    try {
        const autocast_guard middle(c10::kCPU, at::kHalf, weight_cache::on);
        try {
            const autocast_guard inner(c10::kCPU, std::nullopt, weight_cache::off);
            throw std::runtime_error("from the inner scope");
        } catch (const std::runtime_error&) {
            EXPECT_EQ(now().dtype, at::kHalf);
            EXPECT_EQ(now().cache, weight_cache::on);
            throw;
        }
    } catch (const std::runtime_error&) {
        EXPECT_EQ(now().dtype, at::kBFloat16);
        EXPECT_EQ(now().cache, weight_cache::off);
    }
}

TEST(autocast_guard, cast_weights_do_not_outlive_the_outermost_guard) {
    const auto weight = at::ones({2, 2}).requires_grad_();
    const auto input = at::ones({2, 2});
    const auto product = [&] {
        const autocast_guard guard(c10::kCPU, at::kBFloat16);
        return at::mm(input, weight).sum().item<float>();
    };
    EXPECT_EQ(product(), 8.0F);
    weight.data().fill_(2.0); // an optimizer step
    EXPECT_EQ(product(), 16.0F);
}

} // namespace
} // namespace dyno::torch_kit
