// adopted_stream.hpp - LibTorch on a device and a stream that somebody else made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Stream.h>

#include <string>

namespace dyno::torch_kit {

/// A CUDA stream as LibTorch's: put a c10::StreamGuard of it around all work. `native` is a
/// CUstream or cudaStream_t of the device's primary context; nullptr is the default stream, which
/// cannot be captured. The stream must outlive all tensors used on it.
[[nodiscard]] c10::Stream adopt_cuda_stream(void* native, c10::DeviceIndex device);

/// Why LibTorch cannot use CUDA here, told apart: a CPU build, a CUDA half that is not loaded, no
/// usable device. Empty if it can; then the device is initialised.
[[nodiscard]] std::string why_no_cuda();

} // namespace dyno::torch_kit
