// resnet_training.cpp - the workload `resnet_training`: one training step of a ResNet.
// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/workload/training_run.hpp>

namespace dyno::torch_kit {

class resnet_training {
public:
    static constexpr auto id = "resnet_training";
    static constexpr auto summary = "One ResNet training step on LibTorch, with every lever.";
    static constexpr auto devices = training_devices;
    static constexpr auto parameters = joined(training_parameters, std::array{execution_parameter});
    static constexpr auto metrics = training_metrics;

    static void check(const host& from) { training_settings::read(from).check(); }

    resnet_training(const host& to, const device& where)
        : m_run(to, where, training_settings::read(to)) {}

    void prepare() { m_run.prepare(); }
    void run() { m_run.run(); }
    void begin() { m_run.begin(); }
    void report() { m_run.report(); }

private:
    training_run m_run;
};

} // namespace dyno::torch_kit

DYNO_PLUGIN("resnet_training", "1.0.0", dyno::torch_kit::resnet_training);
