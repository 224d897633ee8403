// captured_graph.cpp - over at::cuda::CUDAGraph.
// SPDX-License-Identifier: Apache-2.0
#include "../captured_graph.hpp"

#include "../memory_statistics.hpp"
#include "cuda_runtime.hpp"

#include <ATen/cuda/CUDAGraph.h>

#include <chrono>
#include <vector>

namespace dyno::torch_kit {
namespace {

std::int64_t count_kernels(cudaGraph_t graph) {
    std::size_t count = 0;
    const auto get_nodes = cuda_runtime_function<decltype(cudaGraphGetNodes)>("cudaGraphGetNodes");
    const auto get_type =
        cuda_runtime_function<decltype(cudaGraphNodeGetType)>("cudaGraphNodeGetType");
    check_cuda("cudaGraphGetNodes", get_nodes(graph, nullptr, &count));
    std::vector<cudaGraphNode_t> nodes(count);
    check_cuda("cudaGraphGetNodes", get_nodes(graph, nodes.data(), &count));

    std::int64_t kernels = 0;
    for (const cudaGraphNode_t node : nodes) {
        cudaGraphNodeType type{};
        check_cuda("cudaGraphNodeGetType", get_type(node, &type));
        kernels += type == cudaGraphNodeTypeKernel ? 1 : 0;
    }
    return kernels;
}

} // namespace

struct captured_graph::held_graph {
    at::cuda::CUDAGraph graph{/*keep_graph=*/true}; // kept so that its nodes can be counted
};

captured_graph::captured_graph(c10::Stream stream, const std::function<void()>& work) {
    stream.synchronize();
    empty_memory_cache(stream.device());
    m_graph = std::make_unique<held_graph>();
    auto& graph = m_graph->graph;

    const auto start = std::chrono::steady_clock::now();
    // Global: an unsafe CUDA call from any thread of the process ends the capture with an error,
    // rather than with a graph that lacks something.
    graph.capture_begin({0, 0}, cudaStreamCaptureModeGlobal);
    try {
        work();
    } catch (...) {
        // Without an end every later CUDA call of the process fails. This one reports once more
        // what `work` reported.
        try {
            graph.capture_end();
        } catch (...) {
        }
        m_graph.reset();
        throw;
    }
    graph.capture_end();
    graph.instantiate();
    m_capture_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    m_kernels = count_kernels(graph.raw_cuda_graph());
}

captured_graph::~captured_graph() = default;
captured_graph::captured_graph(captured_graph&&) noexcept = default;

void captured_graph::replay() {
    m_graph->graph.replay();
}

} // namespace dyno::torch_kit
