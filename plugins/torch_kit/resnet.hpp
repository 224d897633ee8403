// resnet.hpp - ResNet-18, -34 and -50, equal to torchvision's in names, shapes, initialisation and
// arithmetic (the "v1.5" with the stride on the 3x3 convolution).
//
// A plain struct of tensors called through at:: functions: at small batches the host's time per
// operator is what limits an eager step, and modules cost more of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "checkpoint.hpp"
#include "layer_operators.hpp"
#include "memory_layout.hpp"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dyno::torch_kit {

enum class resnet_depth { resnet18 = 1, resnet34, resnet50 };
inline constexpr const char* resnet_depth_names[] = {"resnet18", "resnet34", "resnet50", nullptr};

struct named_tensor {
    std::string name; ///< torchvision's: "layer1.0.downsample.0.weight"
    at::Tensor tensor;
};

/// A convolution without bias and the BatchNorm after it.
struct convolution_unit {
    at::Tensor weight; ///< out x in x k x k
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    batch_norm norm;
};

struct residual_block {
    std::vector<convolution_unit> path; ///< two 3x3, or 1x1, 3x3, 1x1 (a bottleneck)
    std::optional<convolution_unit> downsample;
};

/// Which stretches of a network are checkpointed.
enum class segmentation { none = 1, per_stage, per_block, every };
inline constexpr const char* segmentation_names[] = {"none", "per_stage", "per_block", "every",
                                                     nullptr};

/// The network; a copy refers to the same tensors. Parameters and buffers are float32.
class resnet {
public:
    /// Weights are uninitialised, on the CPU (initialisation.hpp fills them); BatchNorm is 1 and 0.
    explicit resnet(resnet_depth depth, std::int64_t num_classes = 1000,
                    std::shared_ptr<const layer_operators> operators = plain_layer_operators());

    /// Moves everything to the device and the layout, and makes the parameters require gradients.
    void place(c10::Device device, memory_layout layout);

    /// images N x 3 x H x W to logits N x num_classes. `training` also counts the batch in each
    /// BatchNorm layer; none checkpoints anything.
    [[nodiscard]] at::Tensor forward(const at::Tensor& images,
                                     forward_pass pass = forward_pass::training) const;

    /// The training pass with the given stretches checkpointed; see segments(). With
    /// `keep_last_segment` the last one is not, as in Python's checkpoint_sequential.
    [[nodiscard]] at::Tensor forward_checkpointed(const at::Tensor& images,
                                                  const std::vector<segment_function>& segments,
                                                  bool keep_last_segment) const;

    /// The stretches from the images to the last feature map: the stem; then one a stage, one a
    /// block, or one for every `blocks_each` blocks. Each holds its part of the network's tensors.
    /// `none` gives one segment for all of it.
    [[nodiscard]] std::vector<segment_function> segments(segmentation kind,
                                                         std::int64_t blocks_each = 1) const;

    /// In torchvision's order; 161 tensors of 25,557,032 elements for ResNet-50.
    [[nodiscard]] std::vector<named_tensor> parameters() const;
    /// running_mean, running_var and num_batches_tracked of each BatchNorm, in torchvision's order.
    [[nodiscard]] std::vector<named_tensor> buffers() const;

    /// Multiply-adds of the convolutions and the classifier for one image; 4.089e9 for ResNet-50 at
    /// 224. (With v1's stride on the first 1x1 it would be 3.858e9.)
    [[nodiscard]] double forward_multiply_adds(std::int64_t image_size) const;
    /// Floating-point operations of forward and backward for one image: two per multiply-add, three
    /// products a layer, except that nobody needs the gradient of the images.
    [[nodiscard]] double training_flop(std::int64_t image_size) const;

    [[nodiscard]] const convolution_unit& stem() const { return m_stem; }
    [[nodiscard]] const std::vector<std::vector<residual_block>>& stages() const {
        return m_stages;
    }
    [[nodiscard]] const at::Tensor& classifier_weight() const { return m_classifier_weight; }
    [[nodiscard]] const at::Tensor& classifier_bias() const { return m_classifier_bias; }

private:
    [[nodiscard]] at::Tensor classify(const at::Tensor& features) const;
    void count_batch() const;
    void collect_batch_counters();

    std::shared_ptr<const layer_operators> m_operators;
    convolution_unit m_stem;
    std::vector<std::vector<residual_block>> m_stages;
    at::Tensor m_classifier_weight; // num_classes x channels
    at::Tensor m_classifier_bias;
    std::vector<at::Tensor> m_batch_counters; // all num_batches_tracked
};

} // namespace dyno::torch_kit
