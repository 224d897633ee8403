// sgd.hpp - stochastic gradient descent with momentum, in the three ways that people run it.
//
//   loop     three kernels per parameter, as torch.optim.SGD(foreach=False)
//   foreach  a few kernels over lists of parameters, as Python's default on CUDA
//   fused    one kernel for all, which can also read found_inf and skip the step on the device
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

namespace dyno::torch_kit {

enum class sgd_kind { loop = 1, foreach, fused };
inline constexpr const char* sgd_kind_names[] = {"loop", "foreach", "fused", nullptr};

struct sgd_options {
    double learning_rate = 0.1;
    double momentum = 0.9; ///< above 0
    double weight_decay = 0.0;
};

/// Steps a fixed list of parameters. Make it after the parameters have their final device and
/// memory format: the momentum buffers take their strides, and the fused kernel insists on that.
class sgd {
public:
    sgd(sgd_kind kind, std::vector<at::Tensor> parameters, const sgd_options& options);

    /// One step by the parameters' .grad; parameters without one are left out. With `found_inf`
    /// (one float32 on the device) a step whose value is 1 changes nothing; fused only, the others
    /// throw std::logic_error. Nothing synchronises.
    void step(const std::optional<at::Tensor>& found_inf = std::nullopt);

    /// Takes effect with the next step. A fused step captured in a CUDA Graph follows it too; a
    /// captured loop or foreach keeps the rate of the capture.
    void set_learning_rate(double learning_rate);

    [[nodiscard]] const std::vector<at::Tensor>& parameters() const { return m_parameters; }
    [[nodiscard]] const std::vector<at::Tensor>& momentum_buffers() const { return m_momenta; }

private:
    void step_loop(const std::vector<at::Tensor>& parameters, const std::vector<at::Tensor>& grads,
                   const std::vector<at::Tensor>& momenta);
    void step_foreach(const std::vector<at::Tensor>& parameters,
                      const std::vector<at::Tensor>& grads, const std::vector<at::Tensor>& momenta);

    sgd_kind m_kind;
    std::vector<at::Tensor> m_parameters;
    std::vector<at::Tensor> m_momenta;
    sgd_options m_options;
    at::Tensor m_learning_rate; // float32 on the parameters' device, for the fused kernel
};

} // namespace dyno::torch_kit
