// gradients.hpp - what a training step does with a list of gradients, without synchronising.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <vector>

namespace dyno::torch_kit {

/// The defined gradients of the parameters, in order. Collect them anew in each step: backward()
/// makes new tensors after clear_gradients().
[[nodiscard]] std::vector<at::Tensor> gradients_of(const std::vector<at::Tensor>& parameters);

/// Drops the gradients, so that the next backward() writes instead of adding.
void clear_gradients(const std::vector<at::Tensor>& parameters);

/// Scales the gradients in place so that their total 2-norm is at most `largest_norm`, as Python's
/// clip_grad_norm_, and returns the norm before that, on the device. Unscaled gradients only.
at::Tensor clip_gradients(const std::vector<at::Tensor>& gradients, double largest_norm);

} // namespace dyno::torch_kit
