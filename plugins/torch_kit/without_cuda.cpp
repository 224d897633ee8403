// without_cuda.cpp - stands in for cuda/ where LibTorch is a CPU build.
// SPDX-License-Identifier: Apache-2.0
#include "adopted_stream.hpp"
#include "captured_graph.hpp"
#include "memory_statistics.hpp"

#include <stdexcept>

namespace dyno::torch_kit {
namespace {
constexpr const char* cpu_build = "this LibTorch is a CPU build: CUDA needs another one";
}

c10::Stream adopt_cuda_stream(void*, c10::DeviceIndex) {
    throw std::runtime_error(cpu_build);
}

std::string why_no_cuda() {
    return cpu_build;
}

struct captured_graph::held_graph {};

captured_graph::captured_graph(c10::Stream, const std::function<void()>&) {
    throw std::runtime_error(cpu_build);
}
captured_graph::~captured_graph() = default;
captured_graph::captured_graph(captured_graph&&) noexcept = default;

void captured_graph::replay() {
    throw std::runtime_error(cpu_build);
}

refused_allocations::refused_allocations() : m_last(std::make_shared<std::optional<refusal>>()) {}

} // namespace dyno::torch_kit
