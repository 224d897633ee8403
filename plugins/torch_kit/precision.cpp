// precision.cpp - the one file that touches LibTorch's global switches.
// SPDX-License-Identifier: Apache-2.0
#include "precision.hpp"

#include <ATen/Context.h>

namespace dyno::torch_kit {

std::optional<c10::ScalarType> autocast_dtype(precision kind) {
    switch (kind) {
    case precision::fp32:
    case precision::tf32:
        return std::nullopt;
    case precision::fp16_amp:
        return at::kHalf;
    case precision::bf16_amp:
        return at::kBFloat16;
    }
    return std::nullopt;
}

arithmetic_switches arithmetic_switches::for_precision(precision kind, bool cudnn_benchmark,
                                                       bool deterministic) {
    const bool tf32 = kind == precision::tf32;
    return {tf32, tf32, cudnn_benchmark, deterministic};
}

arithmetic_switches arithmetic_switches::read_back() {
    const auto& context = at::globalContext();
    return {context.allowTF32CuBLAS(), context.allowTF32CuDNN(), context.benchmarkCuDNN(),
            context.deterministicCuDNN()};
}

void arithmetic_switches::set() const {
    auto& context = at::globalContext();
    // These two setters keep LibTorch's older and newer state alike; setFloat32Precision() does
    // not.
    context.setAllowTF32CuBLAS(tf32_matmul);
    context.setAllowTF32CuDNN(tf32_convolution);
    context.setBenchmarkCuDNN(cudnn_benchmark);
    context.setDeterministicCuDNN(deterministic);
    // Not setDeterministicAlgorithms(): of a ResNet's operators it only makes max pooling print a
    // warning in each step, and its filling of fresh tensors costs time.
}

std::string to_string(const arithmetic_switches& switches) {
    const auto digit = [](bool on) { return on ? "1" : "0"; };
    return std::string("tf32_matmul=") + digit(switches.tf32_matmul) +
           " tf32_convolution=" + digit(switches.tf32_convolution) +
           " cudnn_benchmark=" + digit(switches.cudnn_benchmark) +
           " deterministic=" + digit(switches.deterministic);
}

} // namespace dyno::torch_kit
