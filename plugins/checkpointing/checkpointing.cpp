// checkpointing.cpp - the workload `checkpointing`: memory saved and time spent by computing
// activations twice instead of keeping them.
// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/choice.hpp>
#include <torch_kit/workload/training_run.hpp>

namespace dyno::torch_kit {

class checkpointing {
public:
    static constexpr auto id = "checkpointing";
    static constexpr auto summary = "A training step with activation checkpointing.";
    static constexpr auto devices = training_devices;
    static constexpr auto parameters = joined(
        training_parameters,
        std::array{
            execution_parameter,
            text("checkpoint", "\"none\"", segmentation_names,
                 "What is computed again in the backward pass: nothing; the stem and each stage; "
                 "the stem and each residual block; or the stem and every `blocks_each` blocks."),
            integer("blocks_each", "2", 1, 16, "Blocks per segment with checkpoint = \"every\"."),
            boolean("keep_last_segment", "false",
                    "Whether the last segment keeps its activations, as in Python's "
                    "checkpoint_sequential."),
        });
    static constexpr auto metrics = training_metrics;

    static void check(const host& from) { settings(from).check(); }

    checkpointing(const host& to, const device& where) : m_run(to, where, settings(to)) {}

    void prepare() { m_run.prepare(); }
    void run() { m_run.run(); }
    void begin() { m_run.begin(); }
    void report() { m_run.report(); }

private:
    static training_settings settings(const host& from) {
        auto s = training_settings::read(from);
        s.checkpoint = choice_named<segmentation>(segmentation_names, from.text("checkpoint"));
        s.blocks_each = from.integer("blocks_each");
        s.keep_last_segment = from.boolean("keep_last_segment");
        return s;
    }

    training_run m_run;
};

} // namespace dyno::torch_kit

DYNO_PLUGIN("checkpointing", "1.0.0", dyno::torch_kit::checkpointing);
