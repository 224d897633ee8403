// layer_operators.cpp - the plain operators, with activation and residual add in place as in
// torchvision: memory and time must equal its.
// SPDX-License-Identifier: Apache-2.0
#include "layer_operators.hpp"

#include <ATen/ops/batch_norm.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/relu.h>

namespace dyno::torch_kit {
namespace {

class plain_operators final : public layer_operators {
public:
    [[nodiscard]] at::Tensor normalise(const at::Tensor& x, const batch_norm& norm,
                                       forward_pass pass) const override {
        // Without running tensors a training batch_norm computes the same output and updates
        // nothing; cuDNN accepts that too.
        const bool with_statistics = pass != forward_pass::recompute;
        const std::optional<at::Tensor> none;
        return at::batch_norm(x, norm.weight, norm.bias, with_statistics ? norm.running_mean : none,
                              with_statistics ? norm.running_var : none,
                              /*training=*/pass != forward_pass::evaluation, batch_norm::momentum,
                              batch_norm::epsilon, /*cudnn_enabled=*/true);
    }

    [[nodiscard]] at::Tensor normalise_relu(const at::Tensor& x, const batch_norm& norm,
                                            forward_pass pass) const override {
        at::Tensor y = normalise(x, norm, pass);
        return at::relu_(y);
    }

    [[nodiscard]] forked normalise_add_relu(const at::Tensor& x, const batch_norm& norm,
                                            const at::Tensor& shortcut,
                                            forward_pass pass) const override {
        at::Tensor y = normalise(x, norm, pass);
        y.add_(shortcut);
        at::relu_(y);
        return {y, y};
    }

    [[nodiscard]] at::Tensor max_pool(const at::Tensor& x) const override {
        return at::max_pool2d(x, {3, 3}, {2, 2}, {1, 1});
    }
};

} // namespace

std::shared_ptr<const layer_operators> plain_layer_operators() {
    return std::make_shared<plain_operators>();
}

} // namespace dyno::torch_kit
