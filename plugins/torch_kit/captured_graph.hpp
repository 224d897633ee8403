// captured_graph.hpp - a CUDA Graph of whatever a function enqueues, as Python's torch.cuda.graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Stream.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace dyno::torch_kit {

/// One captured piece of work, and the private memory pool that it lives in until both the graph
/// and all tensors made in the capture are gone.
///
/// Before a capture, on the same stream and the same host thread: run the work eagerly at least
/// three times (cuDNN keeps its plans by thread, cuBLAS its workspaces by stream), with autocast's
/// cache off; then drop every tensor that holds an old autograd graph (losses above all: a
/// parameter remembers the stream of the pass that made it) and the gradients. In the work: no
/// item(), no printing, no first use of pinned memory. Values of C++ numbers are baked in, those of
/// tensors are read at each replay.
class captured_graph {
public:
    /// Captures on `stream`, which must be current and not the default stream, and makes the graph
    /// executable. The capture is ended on every path: if `work` throws, its exception is passed on
    /// and the process stays usable. Throws std::runtime_error if LibTorch has no CUDA half.
    captured_graph(c10::Stream stream, const std::function<void()>& work);
    ~captured_graph();

    captured_graph(captured_graph&&) noexcept;
    captured_graph& operator=(captured_graph&&) = delete;

    /// Enqueues the work on the stream of the capture, which must be current.
    void replay();

    [[nodiscard]] std::int64_t kernels() const { return m_kernels; }
    /// Of capture and instantiation, on the host.
    [[nodiscard]] double capture_s() const { return m_capture_s; }

private:
    struct held_graph; // at::cuda::CUDAGraph, whose header needs CUDA's
    std::unique_ptr<held_graph> m_graph;
    std::int64_t m_kernels = 0;
    double m_capture_s = 0;
};

} // namespace dyno::torch_kit
