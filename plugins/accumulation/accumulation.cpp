// accumulation.cpp - the workload `accumulation`: an optimizer step whose gradient is gathered from
// several smaller forward and backward passes.
// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/workload/training_run.hpp>

namespace dyno::torch_kit {

class accumulation {
public:
    static constexpr auto id = "accumulation";
    static constexpr auto summary = "A training step whose batch is split into micro-batches.";
    static constexpr auto devices = training_devices;
    static constexpr auto parameters = joined(
        training_parameters,
        std::array{
            execution_parameter,
            integer("micro_batch", "16", 1, 65536,
                    "Images per forward and backward pass, which is also what BatchNorm normalises "
                    "over; the last pass of a step takes what is left."),
            integer(
                "samples", "0", 0, 1'000'000'000,
                "Images per iteration, in steps of `batch`; the last step may be incomplete. 0: "
                "one step."),
            real("clip_norm", "0.0", 0.0, 1e6, "Largest norm of all gradients; 0: not clipped."),
        });
    static constexpr auto metrics = training_metrics;

    static void check(const host& from) { settings(from).check(); }

    accumulation(const host& to, const device& where) : m_run(to, where, settings(to)) {}

    void prepare() { m_run.prepare(); }
    void run() { m_run.run(); }
    void begin() { m_run.begin(); }
    void report() { m_run.report(); }

private:
    static training_settings settings(const host& from) {
        auto s = training_settings::read(from);
        s.micro_batch = from.integer("micro_batch");
        if (const std::int64_t samples = from.integer("samples"); samples > 0) {
            s.samples = samples;
        }
        if (const double norm = from.real("clip_norm"); norm > 0.0) {
            s.clip_norm = norm;
        }
        return s;
    }

    training_run m_run;
};

} // namespace dyno::torch_kit

DYNO_PLUGIN("accumulation", "1.0.0", dyno::torch_kit::accumulation);
