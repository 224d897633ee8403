// ResNets against torchvision's, by the fixtures of make_fixtures.py.
// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <torch_kit/gradients.hpp>
#include <torch_kit/initialisation.hpp>
#include <torch_kit/resnet.hpp>
#include <torch_kit/sgd.hpp>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/allclose.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dyno::torch_kit {

namespace {

constexpr std::int64_t batch = 4;
constexpr std::int64_t image_size = 64;

/// Formula-made and placed on the CPU; float64 as the fixtures are, since in float32 one ReLU that
/// flips moves every gradient below it by percents.
resnet formula_network(resnet_depth depth, memory_layout layout, at::ScalarType type) {
    resnet network(depth);
    initialise(network, initialisation::formula);
    network.place(c10::kCPU, layout);
    for (const auto& list : {network.parameters(), network.buffers()}) {
        for (const auto& [name, tensor] : list) {
            if (tensor.is_floating_point()) {
                tensor.set_data(tensor.data().to(type));
            }
        }
    }
    return network;
}

std::vector<at::Tensor> parameters_of(const resnet& network) {
    std::vector<at::Tensor> result;
    for (const auto& [name, parameter] : network.parameters()) {
        result.push_back(parameter);
    }
    return result;
}

struct resnet_case {
    resnet_depth depth;
    memory_layout layout;
};

class resnet_against_torchvision : public ::testing::TestWithParam<resnet_case> {};

INSTANTIATE_TEST_SUITE_P(
    , resnet_against_torchvision,
    ::testing::Values(resnet_case{resnet_depth::resnet18, memory_layout::contiguous},
                      resnet_case{resnet_depth::resnet50, memory_layout::contiguous},
                      resnet_case{resnet_depth::resnet50, memory_layout::channels_last}),
    [](const auto& tested) {
        return std::string(resnet_depth_names[static_cast<int>(tested.param.depth) - 1]) + "_" +
               memory_layout_names[static_cast<int>(tested.param.layout) - 1];
    });

TEST_P(resnet_against_torchvision, logits_gradients_and_statistics_of_a_step_are_equal) {
    const auto [depth, layout] = GetParam();
    const testing::fixture expected(resnet_depth_names[static_cast<int>(depth) - 1]);
    const auto network = formula_network(depth, layout, at::kDouble);
    auto [images, labels] = make_batch(initialisation::formula, batch, image_size, 1000, 0);
    images = in_layout(images.to(at::kDouble), layout);
    constexpr double tolerance = 1e-7; // the fixtures have nine digits

    const auto logits = network.forward(images);
    const auto loss = at::cross_entropy_loss(logits, labels);
    loss.backward();
    testing::expect_summary(logits, expected.at("logits"), tolerance, "logits");
    EXPECT_NEAR(loss.item<double>(), expected.at("loss")[0], tolerance * 10);

    const auto parameters = network.parameters();
    EXPECT_EQ(parameters.size(), expected.count("gradient/"));
    for (const auto& [name, parameter] : parameters) {
        ASSERT_TRUE(parameter.grad().defined()) << name;
        testing::expect_summary(parameter.grad(), expected.at("gradient/" + name), tolerance, name);
    }
    const auto buffers = network.buffers();
    EXPECT_EQ(buffers.size(), expected.count("buffer/"));
    for (const auto& [name, buffer] : buffers) {
        testing::expect_summary(buffer, expected.at("buffer/" + name), tolerance, name);
    }

    sgd optimizer(sgd_kind::loop, parameters_of(network), {.learning_rate = 1e-5});
    optimizer.step();
    const auto after = at::cross_entropy_loss(network.forward(images), labels);
    EXPECT_NEAR(after.item<double>(), expected.at("loss_after_step")[0], tolerance * 10);
    testing::expect_summary(network.forward(images, forward_pass::evaluation),
                            expected.at("evaluation_logits"), tolerance, "evaluation_logits");
}

TEST(resnet, float32_loss_and_logits_are_torchvisions_too) {
    const testing::fixture expected("resnet50");
    const auto network =
        formula_network(resnet_depth::resnet50, memory_layout::contiguous, at::kFloat);
    const auto [images, labels] = make_batch(initialisation::formula, batch, image_size, 1000, 0);
    const at::NoGradGuard no_grad;
    const auto logits = network.forward(images);
    testing::expect_summary(logits, expected.at("logits"), 1e-4, "logits");
    EXPECT_NEAR(at::cross_entropy_loss(logits, labels).item<double>(), expected.at("loss")[0],
                1e-4);
}

TEST(resnet, resnet50_has_the_published_size) {
    const resnet network(resnet_depth::resnet50);
    std::int64_t elements = 0;
    for (const auto& [name, parameter] : network.parameters()) {
        elements += parameter.numel();
    }
    EXPECT_EQ(network.parameters().size(), 161U);
    EXPECT_EQ(elements, 25'557'032);
    EXPECT_EQ(network.buffers().size(), 3U * 53U);
}

TEST(resnet, other_depths_have_the_published_size) {
    const auto elements = [](resnet_depth depth) {
        std::int64_t sum = 0;
        for (const auto& [name, parameter] : resnet(depth).parameters()) {
            sum += parameter.numel();
        }
        return sum;
    };
    EXPECT_EQ(elements(resnet_depth::resnet18), 11'689'512);
    EXPECT_EQ(elements(resnet_depth::resnet34), 21'797'672);
}

// 3.858e9 would mean that the stride sits on the first 1x1 convolution of a block (v1).
TEST(resnet, resnet50_multiplies_as_often_as_version_1_5) {
    const resnet network(resnet_depth::resnet50);
    EXPECT_NEAR(network.forward_multiply_adds(224), 4.089e9, 0.001e9);
    EXPECT_NEAR(network.training_flop(224), 24.3e9, 0.1e9);
}

TEST(resnet, recomputing_and_evaluating_leave_the_statistics_alone) {
    const auto network =
        formula_network(resnet_depth::resnet18, memory_layout::contiguous, at::kFloat);
    const auto images = make_batch(initialisation::formula, 2, image_size, 1000, 0).images;
    const at::NoGradGuard no_grad;
    const auto training = network.forward(images);
    std::vector<at::Tensor> before;
    for (const auto& [name, buffer] : network.buffers()) {
        before.push_back(buffer.clone());
    }
    EXPECT_TRUE(at::allclose(network.forward(images, forward_pass::recompute), training));
    EXPECT_FALSE(at::allclose(network.forward(images, forward_pass::evaluation), training));
    const auto buffers = network.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        EXPECT_TRUE(buffers[i].tensor.equal(before[i])) << buffers[i].name;
    }
}

TEST(resnet, segments_cover_stem_stages_and_blocks) {
    const resnet network(resnet_depth::resnet50);
    EXPECT_EQ(network.segments(segmentation::none).size(), 1U);
    EXPECT_EQ(network.segments(segmentation::per_stage).size(), 1U + 4U);
    EXPECT_EQ(network.segments(segmentation::per_block).size(), 1U + 16U);
    EXPECT_EQ(network.segments(segmentation::every, 3).size(), 1U + 6U);
}

} // namespace
} // namespace dyno::torch_kit
