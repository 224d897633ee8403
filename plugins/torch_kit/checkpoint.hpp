// checkpoint.hpp - activation checkpointing: a stretch of a network keeps its input alone and is
// computed again in the backward pass, as Python's torch.utils.checkpoint.
//
// Unlike there, the second pass knows that it is one, so that BatchNorm does not update its running
// statistics twice, and an input that needs no gradient still gives the parameters theirs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layer_operators.hpp"

#include <ATen/core/Tensor.h>

#include <functional>

namespace dyno::torch_kit {

/// One tensor to one tensor. Called with the pass it is given, and again with
/// forward_pass::recompute: it must then compute the same and change no state. Its first operator
/// must not work in place. What it refers to must live until the backward pass is done.
using segment_function = std::function<at::Tensor(const at::Tensor&, forward_pass)>;

/// Whether random operators (dropout) repeat their draws in the second pass. Saving the state costs
/// a little and is impossible inside a CUDA Graph capture.
enum class random_state { preserved = 1, ignored };

/// segment(input, forward_pass::training), without keeping its intermediate tensors if gradients
/// are on. The second pass runs under the autocast state of the first.
///
/// Gradients flow by backward() alone: torch::autograd::grad(), or backward() with a list of
/// inputs, throws c10::Error.
[[nodiscard]] at::Tensor checkpoint(const segment_function& segment, const at::Tensor& input,
                                    random_state random = random_state::preserved);

} // namespace dyno::torch_kit
