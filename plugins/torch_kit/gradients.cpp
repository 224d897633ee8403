// gradients.cpp
// SPDX-License-Identifier: Apache-2.0
#include "gradients.hpp"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/stack.h>

namespace dyno::torch_kit {

std::vector<at::Tensor> gradients_of(const std::vector<at::Tensor>& parameters) {
    std::vector<at::Tensor> gradients;
    gradients.reserve(parameters.size());
    for (const auto& parameter : parameters) {
        if (const at::Tensor& gradient = parameter.grad(); gradient.defined()) {
            gradients.push_back(gradient);
        }
    }
    return gradients;
}

void clear_gradients(const std::vector<at::Tensor>& parameters) {
    for (const auto& parameter : parameters) {
        parameter.mutable_grad().reset();
    }
}

at::Tensor clip_gradients(const std::vector<at::Tensor>& gradients, double largest_norm) {
    const at::NoGradGuard no_grad;
    at::Tensor norm = at::stack(at::_foreach_norm(gradients, 2)).norm();
    // 1e-6 and the clamp as in Python; multiplying by 1 is cheaper than asking the device.
    const at::Tensor factor = norm.add(1e-6).reciprocal().mul_(largest_norm).clamp_max_(1.0);
    at::_foreach_mul_(gradients, factor);
    return norm;
}

} // namespace dyno::torch_kit
