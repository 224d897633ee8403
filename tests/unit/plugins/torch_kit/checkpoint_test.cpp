// SPDX-License-Identifier: Apache-2.0
#include "counting_allocator.hpp"

#include <torch_kit/autocast_guard.hpp>
#include <torch_kit/checkpoint.hpp>
#include <torch_kit/initialisation.hpp>
#include <torch_kit/resnet.hpp>

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/dropout.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/relu.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <stdexcept>

namespace dyno::torch_kit {
namespace {

/// Loss, gradients and buffers of a few training steps of ResNet-18 on 64x64 images that need no
/// gradient, with autocast left before backward() as it should be.
struct trained {
    std::vector<at::Tensor> tensors;

    trained(segmentation kind, std::optional<at::ScalarType> autocast, bool keep_last = false) {
        at::manual_seed(3);
        resnet network(resnet_depth::resnet18, 10);
        initialise(network, initialisation::random);
        network.place(c10::kCPU, memory_layout::contiguous);
        const auto segments = network.segments(kind, 3);
        for (int step = 0; step < 2; ++step) {
            const auto batch = make_batch(initialisation::formula, 3, 64, 10, step);
            at::Tensor loss;
            {
                const autocast_guard guard(c10::kCPU, autocast);
                const auto logits =
                    kind == segmentation::none
                        ? network.forward(batch.images)
                        : network.forward_checkpointed(batch.images, segments, keep_last);
                loss = at::cross_entropy_loss(logits, batch.labels);
            }
            loss.backward();
            tensors.push_back(loss.detach());
        }
        for (const auto& [name, parameter] : network.parameters()) {
            tensors.push_back(parameter.grad());
        }
        for (const auto& [name, buffer] : network.buffers()) {
            tensors.push_back(buffer);
        }
    }
};

void expect_equal(const trained& left, const trained& right) {
    ASSERT_EQ(left.tensors.size(), right.tensors.size());
    for (std::size_t i = 0; i < left.tensors.size(); ++i) {
        ASSERT_TRUE(left.tensors[i].defined() && right.tensors[i].defined()) << i;
        EXPECT_TRUE(left.tensors[i].equal(right.tensors[i])) << i;
    }
}

class every_segmentation : public ::testing::TestWithParam<segmentation> {};

INSTANTIATE_TEST_SUITE_P(, every_segmentation,
                         ::testing::Values(segmentation::per_stage, segmentation::per_block,
                                           segmentation::every),
                         [](const auto& tested) {
                             return segmentation_names[static_cast<int>(tested.param) - 1];
                         });

TEST_P(every_segmentation, trains_as_without_in_float32) {
    expect_equal(trained(GetParam(), std::nullopt), trained(segmentation::none, std::nullopt));
}

TEST_P(every_segmentation, trains_as_without_under_bfloat16_autocast) {
    expect_equal(trained(GetParam(), at::kBFloat16), trained(segmentation::none, at::kBFloat16));
}

TEST(checkpoint, the_last_segment_may_keep_its_activations) {
    expect_equal(trained(segmentation::per_stage, std::nullopt, /*keep_last=*/true),
                 trained(segmentation::none, std::nullopt));
}

/// Gradient of a weight behind dropout, autocast and one more product. Between the passes others
/// draw random numbers too.
at::Tensor dropout_gradient(std::optional<random_state> checkpointed) {
    at::manual_seed(11);
    const auto input = at::randn({16, 16});
    const auto weight = at::randn({16, 16}).requires_grad_();
    const segment_function segment = [&](const at::Tensor& x, forward_pass) {
        return at::mm(at::dropout(at::mm(x, weight), 0.5, /*train=*/true), weight);
    };
    at::Tensor output;
    {
        const autocast_guard guard(c10::kCPU, at::kBFloat16);
        output = checkpointed ? checkpoint(segment, input, *checkpointed)
                              : segment(input, forward_pass::training);
    }
    (void)at::randn({100});
    output.sum().backward();
    return weight.grad();
}

TEST(checkpoint, dropout_draws_the_same_again_if_the_random_state_is_preserved) {
    const auto plain = dropout_gradient(std::nullopt);
    EXPECT_TRUE(dropout_gradient(random_state::preserved).equal(plain));
    EXPECT_FALSE(dropout_gradient(random_state::ignored).equal(plain));
}

TEST(checkpoint, leaves_the_random_numbers_after_it_alone) {
    (void)dropout_gradient(std::nullopt);
    const auto after_plain = at::randn({4});
    (void)dropout_gradient(random_state::preserved);
    EXPECT_TRUE(at::randn({4}).equal(after_plain));
}

TEST(checkpoint, an_input_without_gradient_still_gives_the_weights_theirs) {
    const auto weight = at::randn({4, 4}).requires_grad_();
    const auto input = at::randn({4, 4});
    ASSERT_FALSE(input.requires_grad());
    checkpoint([&](const at::Tensor& x, forward_pass) { return at::mm(x, weight); }, input)
        .sum()
        .backward();
    ASSERT_TRUE(weight.grad().defined());
    EXPECT_GT(weight.grad().abs().sum().item<float>(), 0.0F);
}

TEST(checkpoint, tells_the_segment_which_pass_it_is) {
    std::vector<forward_pass> passes;
    const auto input = at::ones({2}).requires_grad_();
    checkpoint(
        [&](const at::Tensor& x, forward_pass pass) {
            passes.push_back(pass);
            return x.mul(2.0);
        },
        input)
        .sum()
        .backward();
    EXPECT_EQ(passes, (std::vector{forward_pass::training, forward_pass::recompute}));
}

TEST(checkpoint, without_gradients_is_just_the_segment) {
    int calls = 0;
    const at::NoGradGuard no_grad;
    const auto output = checkpoint(
        [&](const at::Tensor& x, forward_pass) {
            ++calls;
            return x.mul(2.0);
        },
        at::ones({2}));
    EXPECT_EQ(calls, 1);
    EXPECT_FALSE(output.requires_grad());
}

TEST(checkpoint, gradients_of_a_list_of_inputs_are_refused) {
    const auto input = at::ones({2}).requires_grad_();
    const auto output =
        checkpoint([](const at::Tensor& x, forward_pass) { return x.mul(2.0); }, input).sum();
    EXPECT_THROW(torch::autograd::grad({output}, {input}), c10::Error);
}

TEST(checkpoint, an_exception_in_the_second_pass_comes_out_of_backward) {
    const auto input = at::ones({2}).requires_grad_();
    const auto output = checkpoint(
        [](const at::Tensor& x, forward_pass pass) {
            if (pass == forward_pass::recompute) {
                throw std::runtime_error("from the second pass");
            }
            return x.mul(2.0);
        },
        input);
    EXPECT_THROW(output.sum().backward(), std::runtime_error);
    EXPECT_FALSE(autocast_state::of_this_thread(c10::kCPU).dtype);
}

TEST(checkpoint, keeps_less_memory_between_the_passes) {
    testing::counting_allocator memory;
    const auto kept = [&](bool checkpointed) {
        const auto weight = at::randn({64, 64}).requires_grad_();
        const auto input = at::randn({512, 64});
        const auto before = memory.live_bytes();
        const segment_function segment = [&](const at::Tensor& x, forward_pass) {
            auto y = x;
            for (int i = 0; i < 8; ++i) {
                y = at::relu(at::mm(y, weight));
            }
            return y;
        };
        const auto output =
            checkpointed ? checkpoint(segment, input) : segment(input, forward_pass::training);
        return memory.live_bytes() - before;
    };
    EXPECT_LT(kept(true) * 4, kept(false));
}

} // namespace
} // namespace dyno::torch_kit
