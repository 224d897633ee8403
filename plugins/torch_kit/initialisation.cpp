// initialisation.cpp
// SPDX-License-Identifier: Apache-2.0
#include "initialisation.hpp"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>

#include <cmath>

namespace dyno::torch_kit {
namespace {

// Streams of the formula: 0, 1, 2, ... are the parameters in torchvision's order.
constexpr std::uint32_t first_image_stream = 1000;
constexpr std::uint32_t first_label_stream = 2000;

std::uint32_t mix(std::uint32_t x) {
    x ^= x >> 16;
    x *= 0x85ebca6bU;
    x ^= x >> 13;
    x *= 0xc2b2ae35U;
    x ^= x >> 16;
    return x;
}

std::uint32_t formula_bits(std::uint32_t stream, std::int64_t i) {
    return mix(static_cast<std::uint32_t>(i) + stream * 0x9e3779b9U);
}

/// Outputs times the kernel's area: what a gradient fans out to.
double fan_out(const at::Tensor& weight) {
    return static_cast<double>(weight.size(0) * weight.size(2) * weight.size(3));
}

double fan_in(const at::Tensor& weight) {
    return static_cast<double>(weight.numel() / weight.size(0));
}

/// torch.nn's default for a weight or bias: kaiming_uniform with a = sqrt(5).
void draw_default(const at::Tensor& tensor, double inputs) {
    const double bound = 1.0 / std::sqrt(inputs);
    tensor.uniform_(-bound, bound);
}

/// The draws of torchvision's constructor, in its order. First each layer's own default, which for
/// convolutions is thrown away: within a stage the downsample convolution is made before the
/// blocks. Then kaiming_normal (fan out, ReLU) for the convolutions, in the order of the modules.
void draw_as_torchvision(const resnet& network) {
    const auto draw_discarded = [](const convolution_unit& unit) {
        draw_default(unit.weight, fan_in(unit.weight));
    };
    const auto draw_normal = [](const convolution_unit& unit) {
        unit.weight.normal_(0.0, std::sqrt(2.0) / std::sqrt(fan_out(unit.weight)));
    };

    draw_discarded(network.stem());
    for (const auto& stage : network.stages()) {
        if (stage.front().downsample) {
            draw_discarded(*stage.front().downsample);
        }
        for (const auto& block : stage) {
            for (const auto& unit : block.path) {
                draw_discarded(unit);
            }
        }
    }
    const double channels = fan_in(network.classifier_weight());
    draw_default(network.classifier_weight(), channels);
    draw_default(network.classifier_bias(), channels);

    draw_normal(network.stem());
    for (const auto& stage : network.stages()) {
        for (const auto& block : stage) {
            for (const auto& unit : block.path) {
                draw_normal(unit);
            }
            if (block.downsample) {
                draw_normal(*block.downsample);
            }
        }
    }
}

/// Uniform values with the same variance as the random initialisation; BatchNorm a little off 1 and
/// 0, so that an exchange of the two shows. (0.25 is a power of two: the sum rounds once.)
void fill_by_formula(const resnet& network) {
    std::uint32_t stream = 0;
    for (const auto& [name, parameter] : network.parameters()) {
        double scale = 0.25;
        double offset = 0.0;
        if (parameter.dim() == 4) {
            scale = std::sqrt(24.0 / fan_out(parameter));
        } else if (name == "fc.weight" || name == "fc.bias") {
            scale = 2.0 / std::sqrt(fan_in(network.classifier_weight()));
        } else if (name.ends_with(".weight")) {
            offset = 1.0;
        }
        parameter.copy_(formula_tensor(parameter.sizes(), stream++, scale, offset));
    }
}

} // namespace

at::Tensor formula_tensor(at::IntArrayRef sizes, std::uint32_t stream, double scale,
                          double offset) {
    at::Tensor tensor = at::empty(sizes, at::kFloat);
    float* values = tensor.mutable_data_ptr<float>();
    for (std::int64_t i = 0; i < tensor.numel(); ++i) {
        const double unit = formula_bits(stream, i) / 4294967296.0 - 0.5;
        values[i] = static_cast<float>(unit * scale + offset);
    }
    return tensor;
}

void initialise(resnet& network, initialisation how) {
    const at::NoGradGuard no_grad;
    if (how == initialisation::random) {
        draw_as_torchvision(network);
    } else {
        fill_by_formula(network);
    }
}

labelled_batch make_batch(initialisation how, std::int64_t size, std::int64_t image_size,
                          std::int64_t num_classes, std::int64_t number) {
    const std::vector<std::int64_t> shape{size, 3, image_size, image_size};
    if (how == initialisation::random) {
        // Without a dtype randint gives floats in C++.
        return {at::randn(shape), at::randint(num_classes, {size}, at::kLong)};
    }
    const auto offset = static_cast<std::uint32_t>(number);
    at::Tensor labels = at::empty({size}, at::kLong);
    for (std::int64_t i = 0; i < size; ++i) {
        labels.mutable_data_ptr<std::int64_t>()[i] =
            static_cast<std::int64_t>(formula_bits(first_label_stream + offset, i)) % num_classes;
    }
    return {formula_tensor(shape, first_image_stream + offset, std::sqrt(12.0)), labels};
}

} // namespace dyno::torch_kit
