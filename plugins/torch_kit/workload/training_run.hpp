// training_run.hpp - one launch of a training workload, from the host's calls. The plugins differ
// in their settings alone, so this is where they are one.
//
// prepare() builds network, batches and optimizer, proves with an eager step that every parameter
// gets a gradient, and captures a graph if asked to. run() enqueues one iteration. report() decides
// whether the network trained: if not, the launch is invalid, and its speed no figure.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "training_outcome.hpp"
#include "training_settings.hpp"

#include <torch_kit/batch_feed.hpp>
#include <torch_kit/captured_graph.hpp>
#include <torch_kit/memory_statistics.hpp>
#include <torch_kit/precision.hpp>
#include <torch_kit/resnet.hpp>
#include <torch_kit/training_step.hpp>

#include <c10/core/Stream.h>
#include <dyno/plugin.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dyno::torch_kit {

class training_run {
public:
    /// Throws dyno::skipped where the device cannot do it. Allocates nothing.
    training_run(const host& to, const device& where, const training_settings& settings);
    ~training_run();

    training_run(const training_run&) = delete;
    training_run& operator=(const training_run&) = delete;

    void prepare();
    void run();
    void begin();
    /// Records the shared metrics, then throws dyno::invalid_answer if the network did not train.
    void report();

    /// None unless a graph was captured.
    [[nodiscard]] const std::optional<captured_graph>& graph() const { return m_graph; }
    /// Bytes that the allocator reserved for it.
    [[nodiscard]] std::int64_t graph_memory() const { return m_graph_memory; }
    /// Kernels of one iteration: the graph's, or those of a capture that is thrown away. None on
    /// the CPU or where the iteration cannot be captured, with a warning that says why.
    [[nodiscard]] std::optional<std::int64_t> count_kernels();

private:
    /// A stretch of images in the batch: one forward and backward pass.
    struct micro_batch {
        std::int64_t first, count;
    };

    void on_device(const std::function<void()>& body);
    void adopt_device();
    void set_switches();
    void build();
    void describe_work();
    void prove();
    void capture();

    /// The micro-batches of a window of `count` images.
    [[nodiscard]] std::vector<micro_batch> micro_batches(std::int64_t count) const;
    void accumulate_window(std::int64_t count);
    /// All optimizer steps of one iteration, eagerly, with their input.
    void iterate();
    void iterate_captured();

    void report_memory();
    void report_training();
    [[nodiscard]] training_outcome outcome();

    host m_host;
    device m_where;
    training_settings m_settings;
    c10::Device m_device;
    std::optional<c10::Stream> m_stream; // none on the CPU

    std::optional<arithmetic_guard> m_arithmetic;
    std::optional<refused_allocations> m_refusals;
    std::optional<resnet> m_network;
    std::vector<segment_function> m_segments;
    std::optional<batch_feed> m_feed;
    std::optional<training_step> m_step;
    std::optional<captured_graph> m_graph;
    std::int64_t m_graph_memory = 0;

    // Since begin(), or since prepare() before it.
    std::int64_t m_iterations = 0;
    at::Tensor m_first_loss;    // one float32 on the device
    at::Tensor m_bias_at_begin; // of the classifier, to see that it moves
    memory_statistics m_memory_at_begin;
};

} // namespace dyno::torch_kit
