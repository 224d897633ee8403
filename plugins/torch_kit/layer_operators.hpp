// layer_operators.hpp - the memory-bound half of a convolutional network behind one interface:
// normalisation, activation, residual add and pooling.
//
// Two thirds of a mixed-precision ResNet step are passes over memory around the convolutions, and
// they are what a fused implementation replaces. A network (resnet.hpp) calls them through here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <memory>

namespace dyno::torch_kit {

/// What a pass through a network is for; BatchNorm does something else in each.
enum class forward_pass {
    training = 1, ///< normalise by the batch, update the running statistics
    recompute,    ///< as training, but leave the running statistics alone (checkpoint.hpp)
    evaluation,   ///< normalise by the running statistics
};

/// A BatchNorm layer over C channels: the arithmetic constants are PyTorch's defaults.
struct batch_norm {
    at::Tensor weight, bias;              ///< C, float32, trained
    at::Tensor running_mean, running_var; ///< C, float32
    at::Tensor num_batches_tracked;       ///< one int64; counted by the network, all in one kernel

    static constexpr double momentum = 0.1;
    static constexpr double epsilon = 1e-5;
};

/// The output of a residual block, once for each of its two readers. An implementation may hand out
/// two handles to one storage, so that its backward pass receives the two gradients apart and adds
/// them itself; a plain one repeats the tensor, and autograd adds.
struct forked {
    at::Tensor trunk;    ///< for the next convolution
    at::Tensor shortcut; ///< for the skip connection
};

/// Inputs are activations N x C x H x W in either layout; outputs keep the layout. Inputs may be
/// overwritten where autograd allows it, except by the first operator of a checkpointed segment.
class layer_operators {
public:
    virtual ~layer_operators() = default;

    [[nodiscard]] virtual at::Tensor normalise(const at::Tensor& x, const batch_norm& norm,
                                               forward_pass pass) const = 0;
    [[nodiscard]] virtual at::Tensor normalise_relu(const at::Tensor& x, const batch_norm& norm,
                                                    forward_pass pass) const = 0;
    /// relu(normalise(x) + shortcut)
    [[nodiscard]] virtual forked normalise_add_relu(const at::Tensor& x, const batch_norm& norm,
                                                    const at::Tensor& shortcut,
                                                    forward_pass pass) const = 0;
    /// 3x3, stride 2, padding 1
    [[nodiscard]] virtual at::Tensor max_pool(const at::Tensor& x) const = 0;
};

/// PyTorch's own operators, called as torchvision calls them.
[[nodiscard]] std::shared_ptr<const layer_operators> plain_layer_operators();

} // namespace dyno::torch_kit
