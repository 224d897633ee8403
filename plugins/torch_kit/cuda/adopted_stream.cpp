// adopted_stream.cpp
// SPDX-License-Identifier: Apache-2.0
#include "../adopted_stream.hpp"

#include <ATen/Context.h>
#include <c10/cuda/CUDAStream.h>

namespace dyno::torch_kit {

c10::Stream adopt_cuda_stream(void* native, c10::DeviceIndex device) {
    return c10::cuda::getStreamFromExternal(static_cast<cudaStream_t>(native), device).unwrap();
}

std::string why_no_cuda() {
    auto& context = at::globalContext();
    if (!context.hasCUDART()) {
        return "LibTorch's CUDA half, libtorch_cuda, is not loaded";
    }
    if (!context.hasCUDA()) {
        return "LibTorch sees no CUDA device: is a driver loaded, and CUDA_VISIBLE_DEVICES right?";
    }
    context.lazyInitDevice(at::kCUDA);
    return {};
}

} // namespace dyno::torch_kit
