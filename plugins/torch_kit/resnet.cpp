// resnet.cpp
// SPDX-License-Identifier: Apache-2.0
#include "resnet.hpp"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/adaptive_avg_pool2d.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dyno::torch_kit {
namespace {

constexpr std::int64_t stem_channels = 64;

struct shape_of_depth {
    std::array<int, 4> blocks; // a stage
    bool bottleneck;
};

shape_of_depth shape_of(resnet_depth depth) {
    switch (depth) {
    case resnet_depth::resnet18:
        return {{2, 2, 2, 2}, false};
    case resnet_depth::resnet34:
        return {{3, 4, 6, 3}, false};
    case resnet_depth::resnet50:
        return {{3, 4, 6, 3}, true};
    }
    throw std::invalid_argument("resnet: no such depth");
}

convolution_unit make_unit(std::int64_t in, std::int64_t out, std::int64_t kernel,
                           std::int64_t stride) {
    batch_norm norm{at::ones({out}), at::zeros({out}), at::zeros({out}), at::ones({out}),
                    at::zeros({}, at::kLong)};
    return {at::empty({out, in, kernel, kernel}), stride, kernel / 2, std::move(norm)};
}

residual_block make_block(std::int64_t in, std::int64_t width, std::int64_t stride,
                          bool bottleneck) {
    const std::int64_t out = bottleneck ? 4 * width : width;
    residual_block block;
    if (bottleneck) {
        block.path = {make_unit(in, width, 1, 1), make_unit(width, width, 3, stride),
                      make_unit(width, out, 1, 1)};
    } else {
        block.path = {make_unit(in, width, 3, stride), make_unit(width, width, 3, 1)};
    }
    if (stride != 1 || in != out) {
        block.downsample = make_unit(in, out, 1, stride);
    }
    return block;
}

at::Tensor convolve(const at::Tensor& x, const convolution_unit& unit) {
    return at::conv2d(x, unit.weight, /*bias=*/{}, unit.stride, unit.padding);
}

at::Tensor run_stem(const layer_operators& operators, const convolution_unit& stem,
                    const at::Tensor& images, forward_pass pass) {
    return operators.max_pool(operators.normalise_relu(convolve(images, stem), stem.norm, pass));
}

forked run_block(const layer_operators& operators, const residual_block& block, const forked& in,
                 forward_pass pass) {
    const convolution_unit& last = block.path.back();
    at::Tensor x = in.trunk;
    for (const auto& unit : block.path) {
        x = convolve(x, unit);
        if (&unit != &last) {
            x = operators.normalise_relu(x, unit.norm, pass);
        }
    }
    at::Tensor shortcut = in.shortcut;
    if (block.downsample) {
        shortcut = operators.normalise(convolve(shortcut, *block.downsample),
                                       block.downsample->norm, pass);
    }
    return operators.normalise_add_relu(x, last.norm, shortcut, pass);
}

/// Calls `visit(unit, name of its convolution, name of its BatchNorm)` for each unit, in
/// torchvision's order.
template <class Unit, class Stages, class Visit>
void for_each_unit(Unit& stem, Stages& stages, Visit&& visit) {
    visit(stem, std::string("conv1"), std::string("bn1"));
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        for (std::size_t i = 0; i < stages[stage].size(); ++i) {
            auto& block = stages[stage][i];
            const std::string prefix =
                "layer" + std::to_string(stage + 1) + "." + std::to_string(i) + ".";
            for (std::size_t k = 0; k < block.path.size(); ++k) {
                const std::string number = std::to_string(k + 1);
                visit(block.path[k], prefix + "conv" + number, prefix + "bn" + number);
            }
            if (block.downsample) {
                visit(*block.downsample, prefix + "downsample.0", prefix + "downsample.1");
            }
        }
    }
}

} // namespace

resnet::resnet(resnet_depth depth, std::int64_t num_classes,
               std::shared_ptr<const layer_operators> operators)
    : m_operators(std::move(operators)), m_stem(make_unit(3, stem_channels, 7, 2)) {
    const shape_of_depth shape = shape_of(depth);
    std::int64_t channels = stem_channels;
    std::int64_t width = stem_channels;
    for (std::size_t stage = 0; stage < shape.blocks.size(); ++stage, width *= 2) {
        auto& blocks = m_stages.emplace_back();
        for (int i = 0; i < shape.blocks[stage]; ++i) {
            const std::int64_t stride = stage > 0 && i == 0 ? 2 : 1;
            blocks.push_back(make_block(channels, width, stride, shape.bottleneck));
            channels = blocks.back().path.back().weight.size(0);
        }
    }
    m_classifier_weight = at::empty({num_classes, channels});
    m_classifier_bias = at::empty({num_classes});
    collect_batch_counters();
}

void resnet::collect_batch_counters() {
    m_batch_counters.clear();
    for_each_unit(m_stem, m_stages,
                  [&](const convolution_unit& unit, const std::string&, const std::string&) {
                      m_batch_counters.push_back(unit.norm.num_batches_tracked);
                  });
}

void resnet::place(c10::Device device, memory_layout layout) {
    const at::NoGradGuard no_grad;
    const auto move = [&](at::Tensor& tensor, bool trained) {
        tensor = in_layout(tensor.to(device), layout);
        tensor.requires_grad_(trained);
    };
    for_each_unit(m_stem, m_stages,
                  [&](convolution_unit& unit, const std::string&, const std::string&) {
                      move(unit.weight, true);
                      move(unit.norm.weight, true);
                      move(unit.norm.bias, true);
                      move(unit.norm.running_mean, false);
                      move(unit.norm.running_var, false);
                      move(unit.norm.num_batches_tracked, false);
                  });
    move(m_classifier_weight, true);
    move(m_classifier_bias, true);
    collect_batch_counters();
}

at::Tensor resnet::forward(const at::Tensor& images, forward_pass pass) const {
    at::Tensor x = run_stem(*m_operators, m_stem, images, pass);
    forked features{x, x};
    x.reset();
    for (const auto& stage : m_stages) {
        for (const auto& block : stage) {
            features = run_block(*m_operators, block, features, pass);
        }
    }
    if (pass == forward_pass::training) {
        count_batch();
    }
    return classify(features.trunk);
}

at::Tensor resnet::forward_checkpointed(const at::Tensor& images,
                                        const std::vector<segment_function>& segments,
                                        bool keep_last_segment) const {
    at::Tensor x = images;
    for (const auto& segment : segments) {
        const bool kept = keep_last_segment && &segment == &segments.back();
        // Nothing here draws random numbers, and saving their state cannot be captured.
        x = kept ? segment(x, forward_pass::training)
                 : checkpoint(segment, x, random_state::ignored);
    }
    count_batch();
    return classify(x);
}

std::vector<segment_function> resnet::segments(segmentation kind, std::int64_t blocks_each) const {
    const auto stem = [operators = m_operators, unit = m_stem](const at::Tensor& x,
                                                               forward_pass pass) {
        return run_stem(*operators, unit, x, pass);
    };
    const auto stretch = [this](std::vector<residual_block> members) {
        return [operators = m_operators, members = std::move(members)](const at::Tensor& x,
                                                                       forward_pass pass) {
            forked features{x, x};
            for (const auto& block : members) {
                features = run_block(*operators, block, features, pass);
            }
            return features.trunk;
        };
    };

    std::vector<segment_function> result;
    if (kind != segmentation::none) {
        result.emplace_back(stem);
    }
    std::vector<residual_block> blocks;
    const auto close = [&] {
        if (!blocks.empty()) {
            result.emplace_back(stretch(std::exchange(blocks, {})));
        }
    };
    const auto longest = static_cast<std::size_t>(kind == segmentation::every ? blocks_each : 1);
    for (const auto& stage : m_stages) {
        for (const auto& block : stage) {
            blocks.push_back(block);
            const bool counts = kind == segmentation::per_block || kind == segmentation::every;
            if (counts && blocks.size() >= longest) {
                close();
            }
        }
        if (kind == segmentation::per_stage) {
            close();
        }
    }
    close();
    if (kind == segmentation::none) {
        const segment_function all_blocks = result.front();
        result.front() = [stem, all_blocks](const at::Tensor& x, forward_pass pass) {
            return all_blocks(stem(x, pass), pass);
        };
    }
    return result;
}

at::Tensor resnet::classify(const at::Tensor& features) const {
    return at::linear(at::adaptive_avg_pool2d(features, {1, 1}).flatten(1), m_classifier_weight,
                      m_classifier_bias);
}

void resnet::count_batch() const {
    // One kernel for all 53 counters; one each is a fifth of a small eager step's launches.
    const at::NoGradGuard no_grad;
    at::_foreach_add_(m_batch_counters, 1);
}

std::vector<named_tensor> resnet::parameters() const {
    std::vector<named_tensor> result;
    for_each_unit(
        m_stem, m_stages,
        [&](const convolution_unit& unit, const std::string& convolution, const std::string& norm) {
            result.push_back({convolution + ".weight", unit.weight});
            result.push_back({norm + ".weight", unit.norm.weight});
            result.push_back({norm + ".bias", unit.norm.bias});
        });
    result.push_back({"fc.weight", m_classifier_weight});
    result.push_back({"fc.bias", m_classifier_bias});
    return result;
}

std::vector<named_tensor> resnet::buffers() const {
    std::vector<named_tensor> result;
    for_each_unit(
        m_stem, m_stages,
        [&](const convolution_unit& unit, const std::string&, const std::string& norm) {
            result.push_back({norm + ".running_mean", unit.norm.running_mean});
            result.push_back({norm + ".running_var", unit.norm.running_var});
            result.push_back({norm + ".num_batches_tracked", unit.norm.num_batches_tracked});
        });
    return result;
}

namespace {

double multiply_adds(const convolution_unit& unit, std::int64_t out_size) {
    return static_cast<double>(unit.weight.numel()) * static_cast<double>(out_size * out_size);
}

/// A convolution or pooling with padding k / 2: rounds up.
std::int64_t strided(std::int64_t size, std::int64_t stride) {
    return (size + stride - 1) / stride;
}

} // namespace

double resnet::forward_multiply_adds(std::int64_t image_size) const {
    std::int64_t size = strided(image_size, m_stem.stride);
    double total = multiply_adds(m_stem, size);
    size = strided(size, 2); // the pooling
    for (const auto& stage : m_stages) {
        for (const auto& block : stage) {
            for (const auto& unit : block.path) {
                size = strided(size, unit.stride);
                total += multiply_adds(unit, size);
            }
            if (block.downsample) {
                total += multiply_adds(*block.downsample, size);
            }
        }
    }
    return total + static_cast<double>(m_classifier_weight.numel());
}

double resnet::training_flop(std::int64_t image_size) const {
    const double stem = multiply_adds(m_stem, strided(image_size, m_stem.stride));
    return 2.0 * (3.0 * forward_multiply_adds(image_size) - stem);
}

} // namespace dyno::torch_kit
