// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <torch_kit/initialisation.hpp>

#include <ATen/Context.h>
#include <gtest/gtest.h>

namespace dyno::torch_kit {
namespace {

TEST(initialisation, random_draws_the_weights_of_torchvision) {
    const testing::fixture expected("initialisation");
    for (const auto depth : {resnet_depth::resnet18, resnet_depth::resnet50}) {
        at::manual_seed(5);
        resnet network(depth);
        initialise(network, initialisation::random);
        const std::string name = resnet_depth_names[static_cast<int>(depth) - 1];
        const auto parameters = network.parameters();
        EXPECT_EQ(parameters.size(), expected.count(name + "/"));
        for (const auto& [key, parameter] : parameters) {
            testing::expect_summary(parameter, expected.at(name + "/" + key), 1e-6,
                                    name + "/" + key);
        }
    }
}

TEST(initialisation, the_formula_gives_known_values) {
    // mix(0) is 0 and mix(1) is 0x514e28b7, MurmurHash3's published value for it.
    const auto values = formula_tensor({2}, 0, 1.0);
    EXPECT_EQ(values[0].item<float>(), -0.5F);
    EXPECT_EQ(values[1].item<float>(), static_cast<float>(0x514e28b7 / 4294967296.0 - 0.5));
}

TEST(initialisation, batches_differ_and_have_unit_variance) {
    for (const auto how : {initialisation::random, initialisation::formula}) {
        const auto first = make_batch(how, 4, 32, 1000, 0);
        const auto second = make_batch(how, 4, 32, 1000, 1);
        EXPECT_EQ(first.labels.scalar_type(), at::kLong);
        EXPECT_NEAR(first.images.var().item<float>(), 1.0, 0.05);
        EXPECT_GT(first.images.sub(second.images).abs().mean().item<float>(), 0.5);
        EXPECT_LT(first.labels.max().item<std::int64_t>(), 1000);
    }
}

} // namespace
} // namespace dyno::torch_kit
