// cuda_graph.cpp - the workload `cuda_graph`: what capturing a training step, or its forward and
// backward half, changes, and what it costs.
// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/workload/training_run.hpp>

namespace dyno::torch_kit {

class cuda_graph {
public:
    static constexpr auto id = "cuda_graph";
    static constexpr auto summary = "A training step, eager or captured in a CUDA Graph.";
    static constexpr auto devices = training_devices;
    static constexpr auto parameters =
        joined(training_parameters,
               std::array{text("execution", "\"eager\"", partial_execution_names,
                               "eager; graph: the whole step with scaler and optimizer is one CUDA "
                               "Graph; graph_forward_backward: scaler and optimizer stay eager.")});
    static constexpr auto metrics =
        joined(training_metrics,
               std::array{
                   lower("kernels", "1",
                         "Kernels per iteration; in graph_forward_backward, of the graph."),
                   lower("capture_time", "s", "Capture and instantiation of the graph."),
                   lower("graph_memory", "B", "Device memory that the captured graph reserved."),
               });

    static void check(const host& from) { training_settings::read(from).check(); }

    cuda_graph(const host& to, const device& where)
        : m_host(to), m_run(to, where, training_settings::read(to)) {}

    void prepare() { m_run.prepare(); }
    void run() { m_run.run(); }
    void begin() { m_run.begin(); }

    void report() {
        // The metrics of the graph first: the shared report throws if the network did not train.
        if (const auto& graph = m_run.graph()) {
            m_host.metric("capture_time", graph->capture_s());
            m_host.metric("graph_memory", static_cast<double>(m_run.graph_memory()));
        }
        m_run.report();
        // Last, since counting an eager step's kernels captures one and so disturbs memory.
        if (const auto kernels = m_run.count_kernels()) {
            m_host.metric("kernels", static_cast<double>(*kernels));
        }
    }

private:
    host m_host;
    training_run m_run;
};

} // namespace dyno::torch_kit

DYNO_PLUGIN("cuda_graph", "1.0.0", dyno::torch_kit::cuda_graph);
