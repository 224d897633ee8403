// SPDX-License-Identifier: Apache-2.0
#include "counting_allocator.hpp"

#include <torch_kit/checkpoint.hpp>
#include <torch_kit/initialisation.hpp>
#include <torch_kit/training_step.hpp>
#include <torch_kit/workload/training_outcome.hpp>

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/allclose.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/relu.h>
#include <dyno/plugin.hpp>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace dyno::torch_kit {
namespace {

constexpr std::int64_t classes = 10;

/// A convolution and a classifier, without BatchNorm: splitting a batch then changes nothing.
struct small_network {
    at::Tensor kernel, classifier;
    bool checkpointed = false;

    small_network() {
        at::manual_seed(1);
        kernel = at::randn({8, 3, 3, 3}).mul_(0.2).requires_grad_();
        classifier = at::randn({classes, 8}).mul_(0.2).requires_grad_();
    }

    [[nodiscard]] std::vector<at::Tensor> parameters() const { return {kernel, classifier}; }

    [[nodiscard]] training_step::network_function function() const {
        return [net = *this](const at::Tensor& images) {
            const segment_function features = [net](const at::Tensor& x, forward_pass) {
                return at::relu(at::conv2d(x, net.kernel)).mean({2, 3});
            };
            return at::linear(net.checkpointed ? checkpoint(features, images)
                                               : features(images, forward_pass::training),
                              net.classifier);
        };
    }
};

labelled_batch batch_of(std::int64_t size) {
    return make_batch(initialisation::formula, size, 32, classes, 0);
}

/// Adds one micro-batch of the batch to the step's gradients.
void accumulate(training_step& step, const labelled_batch& batch, std::int64_t first,
                std::int64_t count, std::int64_t window) {
    step.accumulate(batch.images.narrow(0, first, count), batch.labels.narrow(0, first, count),
                    static_cast<double>(count) / static_cast<double>(window));
}

training_step_options options_for(precision arithmetic) {
    training_step_options options;
    options.arithmetic = arithmetic;
    options.sgd.learning_rate = 0.1;
    options.scaling.initial_scale = 128.0;
    return options;
}

TEST(training_step, micro_batches_of_3_3_and_2_equal_the_batch_of_8) {
    const auto batch = batch_of(8);
    const small_network whole;
    training_step reference(whole.function(), whole.parameters(), options_for(precision::fp32));
    reference.accumulate(batch.images, batch.labels);

    const small_network split;
    training_step step(split.function(), split.parameters(), options_for(precision::fp32));
    accumulate(step, batch, 0, 3, 8);
    accumulate(step, batch, 3, 3, 8);
    accumulate(step, batch, 6, 2, 8);

    EXPECT_TRUE(at::allclose(split.kernel.grad(), whole.kernel.grad(), 1e-5, 1e-7));
    EXPECT_TRUE(at::allclose(split.classifier.grad(), whole.classifier.grad(), 1e-5, 1e-7));
    EXPECT_NEAR(step.loss().item<float>(), reference.loss().item<float>(), 1e-5);

    reference.apply();
    step.apply();
    EXPECT_TRUE(at::allclose(split.kernel, whole.kernel, 1e-5, 1e-7));
    EXPECT_FALSE(split.kernel.grad().defined());
}

TEST(training_step, an_incomplete_last_window_is_the_mean_over_what_it_has) {
    const auto batch = batch_of(5);
    const small_network whole;
    training_step reference(whole.function(), whole.parameters(), options_for(precision::fp32));
    reference.accumulate(batch.images, batch.labels);
    reference.apply();

    const small_network split;
    training_step step(split.function(), split.parameters(), options_for(precision::fp32));
    accumulate(step, batch, 0, 3, 8); // a window of 8 was planned, the data end after 5
    accumulate(step, batch, 3, 2, 8);
    step.apply();
    EXPECT_TRUE(at::allclose(split.kernel, whole.kernel, 1e-5, 1e-7));
    EXPECT_NEAR(step.loss().item<float>(), reference.loss().item<float>(), 1e-5);
}

TEST(training_step, the_scale_moves_once_per_window_and_not_within) {
    const auto batch = batch_of(8);
    const small_network network;
    auto options = options_for(precision::fp16_amp);
    options.scaling.growth_interval = 1;
    training_step step(network.function(), network.parameters(), options);
    for (int i = 0; i < 4; ++i) {
        accumulate(step, batch, 2 * i, 2, 8);
        EXPECT_EQ(step.scaler()->current_scale(), 128.0);
    }
    step.apply();
    EXPECT_EQ(step.scaler()->current_scale(), 256.0);
}

class every_optimizer : public ::testing::TestWithParam<sgd_kind> {};

INSTANTIATE_TEST_SUITE_P(, every_optimizer,
                         ::testing::Values(sgd_kind::loop, sgd_kind::foreach, sgd_kind::fused),
                         [](const auto& tested) {
                             return sgd_kind_names[static_cast<int>(tested.param) - 1];
                         });

TEST_P(every_optimizer, an_overflow_in_micro_batch_2_skips_the_whole_window) {
    auto batch = batch_of(8);
    const small_network network;
    const auto before = network.kernel.detach().clone();
    auto options = options_for(precision::fp16_amp);
    options.optimizer = GetParam();
    training_step step(network.function(), network.parameters(), options);

    auto broken = batch.images.clone();
    broken.narrow(0, 2, 2).fill_(std::numeric_limits<float>::infinity());
    for (int i = 0; i < 4; ++i) {
        accumulate(step, {broken, batch.labels}, 2 * i, 2, 8);
    }
    step.apply();
    EXPECT_TRUE(network.kernel.detach().equal(before));
    EXPECT_EQ(step.scaler()->skipped_steps(), 1);
    EXPECT_EQ(step.scaler()->current_scale(), 64.0);

    step.accumulate(batch.images, batch.labels);
    step.apply();
    EXPECT_FALSE(network.kernel.detach().equal(before));
    EXPECT_TRUE(step.parameters_are_finite());
    EXPECT_EQ(step.scaler()->skipped_steps(), 1);
}

TEST(training_step, fifty_overflows_apply_nothing_and_are_no_training) {
    auto batch = batch_of(2);
    batch.images.fill_(std::numeric_limits<float>::infinity());
    const small_network network;
    const auto before = network.kernel.detach().clone();
    training_step step(network.function(), network.parameters(), options_for(precision::fp16_amp));
    for (int i = 0; i < 50; ++i) {
        step.accumulate(batch.images, batch.labels);
        step.apply();
    }
    EXPECT_TRUE(network.kernel.detach().equal(before));
    EXPECT_EQ(step.scaler()->skipped_steps(), 50);
    const training_outcome seen{.steps = 50,
                                .skipped_steps = step.scaler()->skipped_steps(),
                                .first_loss = 7.0,
                                .last_loss = 7.0,
                                .scale = step.scaler()->current_scale()};
    EXPECT_THROW(seen.require_trained(), invalid_answer);
}

TEST(training_step, clips_unscaled_gradients) {
    const auto batch = batch_of(4);
    const auto kernel_after = [&](double scale, std::optional<double> clip) {
        const small_network network;
        auto options = options_for(precision::fp16_amp);
        options.scaling.initial_scale = scale;
        options.clip_norm = clip;
        training_step step(network.function(), network.parameters(), options);
        step.accumulate(batch.images, batch.labels);
        step.apply();
        return network.kernel.detach();
    };
    const auto plain = kernel_after(1024.0, std::nullopt);
    // The gradients' norm is below 100; scaled by 1024 it would be far above.
    EXPECT_TRUE(at::allclose(kernel_after(1024.0, 100.0), plain));
    EXPECT_TRUE(at::allclose(kernel_after(64.0, 0.01), kernel_after(1024.0, 0.01), 1e-3, 1e-5));
    EXPECT_FALSE(at::allclose(kernel_after(1024.0, 0.01), plain, 1e-3, 1e-5));
}

TEST(training_step, counts_parameters_without_gradient) {
    const auto batch = batch_of(2);
    const small_network network;
    auto parameters = network.parameters();
    parameters.push_back(at::randn({3}).requires_grad_());
    training_step step(network.function(), parameters, options_for(precision::fp32));
    step.accumulate(batch.images, batch.labels);
    EXPECT_EQ(step.gradient_norms().size(), 2U);
    step.apply();
    EXPECT_EQ(step.parameters_without_gradient(), 1);
}

TEST(training_step, sees_parameters_that_are_not_finite) {
    const small_network network;
    training_step step(network.function(), network.parameters(), options_for(precision::fp32));
    EXPECT_TRUE(step.parameters_are_finite());
    const at::NoGradGuard no_grad;
    network.kernel[0][0][0][0].fill_(std::numeric_limits<float>::quiet_NaN());
    EXPECT_FALSE(step.parameters_are_finite());
}

TEST(training_step, a_device_scaler_needs_a_fused_optimizer) {
    const small_network network;
    auto options = options_for(precision::fp16_amp);
    options.scaler = scaler_kind::device;
    options.optimizer = sgd_kind::foreach;
    EXPECT_THROW(training_step(network.function(), network.parameters(), options),
                 std::invalid_argument);
    options.scaler = scaler_kind::automatic;
    EXPECT_TRUE(training_step(network.function(), network.parameters(), options).synchronises());
    options.optimizer = sgd_kind::fused;
    EXPECT_FALSE(training_step(network.function(), network.parameters(), options).synchronises());
}

TEST(training_step, keeps_gradients_that_a_graph_rewrites) {
    const auto batch = batch_of(2);
    const small_network network;
    training_step step(network.function(), network.parameters(), options_for(precision::fp32));
    step.accumulate(batch.images, batch.labels);
    const void* const address = network.kernel.grad().data_ptr();
    step.apply_and_keep_gradients();
    ASSERT_TRUE(network.kernel.grad().defined());
    EXPECT_EQ(network.kernel.grad().data_ptr(), address);
}

// A loss kept with its graph, or gradients that pile up, show as growth.
TEST(training_step, memory_is_flat_over_200_steps) {
    testing::counting_allocator memory;
    const auto batch = batch_of(4);
    for (const auto arithmetic : {precision::fp32, precision::bf16_amp, precision::fp16_amp}) {
        SCOPED_TRACE(precision_names[static_cast<int>(arithmetic) - 1]);
        small_network network;
        network.checkpointed = true;
        training_step step(network.function(), network.parameters(), options_for(arithmetic));
        const auto train = [&](int steps) {
            for (int i = 0; i < steps; ++i) {
                accumulate(step, batch, 0, 3, 4);
                accumulate(step, batch, 3, 1, 4);
                step.apply();
            }
        };
        train(2);
        const auto live = memory.live_bytes();
        memory.reset_peak();
        train(2);
        const auto peak = memory.peak_bytes();
        train(200);
        EXPECT_FALSE(step.loss().requires_grad()); // or it would hold the step's autograd graph
        EXPECT_EQ(memory.live_bytes(), live);
        EXPECT_EQ(memory.peak_bytes(), peak);
    }
}

} // namespace
} // namespace dyno::torch_kit
