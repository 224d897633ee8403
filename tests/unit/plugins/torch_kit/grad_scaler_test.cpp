// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"

#include <torch_kit/grad_scaler.hpp>
#include <torch_kit/sgd.hpp>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace dyno::torch_kit {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Repeats the gradients that make_fixtures.py gave to Python's GradScaler with SGD, and compares
/// scale, growth and weights after each step.
void expect_pythons_course(const std::string& name, sgd_kind kind) {
    const testing::fixture expected("scaler");
    const auto& options = expected.at(name + "/options");
    grad_scaler scaler(c10::kCPU, {.initial_scale = options[0],
                                   .growth_interval = static_cast<std::int64_t>(options[1])});
    auto weight = at::tensor({1.0F, -2.0F}).requires_grad_();
    sgd optimizer(kind, {weight}, {.learning_rate = 0.125, .momentum = 0.9});

    double skipped = 0;
    for (int step = 0; step < static_cast<int>(options[2]); ++step) {
        const std::string key = name + "/" + std::to_string(step);
        SCOPED_TRACE(key);
        const auto& gradient = expected.at(key + "/gradient");
        weight.mutable_grad() = scaler.scale(
            at::tensor({static_cast<float>(gradient[0]), static_cast<float>(gradient[1])}));
        scaler.unscale({weight.grad()});
        if (kind == sgd_kind::fused) {
            optimizer.step(scaler.found_inf());
        } else if (!scaler.overflowed()) {
            optimizer.step();
        }
        scaler.update();

        const auto& after = expected.at(key + "/after");
        skipped += after[2];
        EXPECT_DOUBLE_EQ(scaler.current_scale(), after[0]);
        EXPECT_EQ(scaler.skipped_steps(), static_cast<std::int64_t>(skipped));
        for (int i = 0; i < 2; ++i) {
            EXPECT_FLOAT_EQ(weight[i].item<float>(), static_cast<float>(after[3 + i])) << i;
        }
    }
}

TEST(grad_scaler, follows_python_through_a_skipped_first_step_and_growth) {
    for (const auto kind : {sgd_kind::loop, sgd_kind::foreach, sgd_kind::fused}) {
        SCOPED_TRACE(static_cast<int>(kind));
        expect_pythons_course("growth", kind);
    }
}

TEST(grad_scaler, follows_python_while_the_scale_itself_overflows) {
    for (const auto kind : {sgd_kind::loop, sgd_kind::foreach, sgd_kind::fused}) {
        SCOPED_TRACE(static_cast<int>(kind));
        expect_pythons_course("scale", kind);
    }
}

TEST(grad_scaler, an_overflow_anywhere_among_the_gradients_counts) {
    grad_scaler scaler(c10::kCPU);
    const auto good = at::ones({3});
    const auto bad = at::tensor({1.0F, infinity});
    scaler.unscale({good, bad});
    EXPECT_TRUE(scaler.overflowed());
    scaler.update();
    scaler.unscale({good});
    EXPECT_FALSE(scaler.overflowed());
}

TEST(grad_scaler, unscaling_twice_before_an_update_is_refused) {
    grad_scaler scaler(c10::kCPU);
    const auto gradient = at::ones({3});
    EXPECT_THROW(scaler.update(), std::logic_error);
    scaler.unscale({gradient});
    EXPECT_THROW(scaler.unscale({gradient}), std::logic_error);
    scaler.update();
    EXPECT_NO_THROW(scaler.unscale({gradient}));
}

TEST(grad_scaler, skipped_steps_can_be_counted_anew) {
    grad_scaler scaler(c10::kCPU);
    scaler.unscale({at::tensor({infinity})});
    scaler.update();
    EXPECT_EQ(scaler.skipped_steps(), 1);
    scaler.reset_skipped_steps();
    EXPECT_EQ(scaler.skipped_steps(), 0);
}

} // namespace
} // namespace dyno::torch_kit
