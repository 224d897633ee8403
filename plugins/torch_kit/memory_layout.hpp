// memory_layout.hpp - NCHW or channels-last (NHWC) storage of images and weights.
//
// LibTorch's Module::to() has no form for it. Shapes stay N, C, H, W in both; only strides differ.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

namespace dyno::torch_kit {

enum class memory_layout { contiguous = 1, channels_last };
inline constexpr const char* memory_layout_names[] = {"contiguous", "channels_last", nullptr};

/// The tensor in that layout; tensors that are not 4-dimensional are returned as they are. Convert
/// the weights before the optimizer makes its buffers and before the first backward().
[[nodiscard]] inline at::Tensor in_layout(const at::Tensor& tensor, memory_layout layout) {
    if (tensor.dim() != 4) {
        return tensor;
    }
    return tensor.contiguous(layout == memory_layout::channels_last ? at::MemoryFormat::ChannelsLast
                                                                    : at::MemoryFormat::Contiguous);
}

} // namespace dyno::torch_kit
