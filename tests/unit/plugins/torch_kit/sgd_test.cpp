// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/gradients.hpp>
#include <torch_kit/sgd.hpp>

#include <ATen/ops/allclose.h>
#include <ATen/ops/full.h>
#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace dyno::torch_kit {
namespace {

class every_sgd : public ::testing::TestWithParam<sgd_kind> {};

INSTANTIATE_TEST_SUITE_P(, every_sgd,
                         ::testing::Values(sgd_kind::loop, sgd_kind::foreach, sgd_kind::fused),
                         [](const auto& tested) {
                             return sgd_kind_names[static_cast<int>(tested.param) - 1];
                         });

TEST_P(every_sgd, steps_as_written_on_paper) {
    auto p = at::tensor({1.0F, 2.0F}).requires_grad_();
    sgd optimizer(GetParam(), {p}, {.learning_rate = 0.5, .momentum = 0.5, .weight_decay = 0.25});
    p.mutable_grad() = at::tensor({1.0F, 0.0F});
    optimizer.step(); // m = g + p/4 = (1.25, 0.5); p -= m/2
    EXPECT_TRUE(at::allclose(p.detach(), at::tensor({0.375F, 1.75F})));
    optimizer.step(); // m = m/2 + (1, 0) + p/4 = (1.71875, 0.6875)
    EXPECT_TRUE(at::allclose(p.detach(), at::tensor({-0.484375F, 1.40625F})));
}

TEST_P(every_sgd, leaves_out_parameters_without_a_gradient) {
    auto with = at::tensor({1.0F}).requires_grad_();
    auto without = at::tensor({1.0F}).requires_grad_();
    sgd optimizer(GetParam(), {without, with}, {.learning_rate = 1.0});
    optimizer.step();
    with.mutable_grad() = at::tensor({1.0F});
    optimizer.step();
    EXPECT_EQ(with.item<float>(), 0.0F);
    EXPECT_EQ(without.item<float>(), 1.0F);
}

TEST_P(every_sgd, takes_a_new_learning_rate) {
    auto p = at::tensor({1.0F}).requires_grad_();
    sgd optimizer(GetParam(), {p}, {.learning_rate = 1.0});
    optimizer.set_learning_rate(0.25);
    p.mutable_grad() = at::tensor({1.0F});
    optimizer.step();
    EXPECT_EQ(p.item<float>(), 0.75F);
}

TEST(sgd, only_fused_can_skip_on_the_device) {
    const auto found_inf = at::full({}, 1.0F);
    for (const auto kind : {sgd_kind::loop, sgd_kind::foreach}) {
        auto p = at::tensor({1.0F}).requires_grad_();
        sgd optimizer(kind, {p}, {});
        p.mutable_grad() = at::tensor({1.0F});
        EXPECT_THROW(optimizer.step(found_inf), std::logic_error);
    }
}

// A skipped first step must leave momentum that the second can use.
TEST(sgd, fused_skips_its_very_first_step_cleanly) {
    auto p = at::full({1000}, 1.0F).requires_grad_();
    sgd optimizer(sgd_kind::fused, {p}, {.learning_rate = 0.5});
    p.mutable_grad() = at::full({1000}, 1.0F);
    optimizer.step(at::full({}, 1.0F));
    EXPECT_TRUE(at::allclose(p.detach(), at::full({1000}, 1.0F)));
    optimizer.step(at::full({}, 0.0F));
    EXPECT_TRUE(at::allclose(p.detach(), at::full({1000}, 0.5F)));
}

TEST(clip_gradients, scales_down_to_the_norm_and_never_up) {
    const auto a = at::tensor({3.0F, 0.0F});
    const auto b = at::tensor({4.0F});
    EXPECT_FLOAT_EQ(clip_gradients({a, b}, 10.0).item<float>(), 5.0F);
    EXPECT_FLOAT_EQ(b.item<float>(), 4.0F);
    EXPECT_FLOAT_EQ(clip_gradients({a, b}, 0.5).item<float>(), 5.0F);
    EXPECT_NEAR(a[0].item<float>(), 0.3, 1e-6);
    EXPECT_NEAR(b.item<float>(), 0.4, 1e-6);
}

} // namespace
} // namespace dyno::torch_kit
