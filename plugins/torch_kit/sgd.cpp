// sgd.cpp - all three kinds compute the same: m = momentum m + g, p = p - rate m.
//
// Python's fused wrapper makes its buffers uninitialised and says "first step"; if the scaler skips
// that step, the kernel returns early and the second step uses garbage. Here the buffers start as
// zeros and no step is the first, which is the same arithmetic without dampening.
// SPDX-License-Identifier: Apache-2.0
#include "sgd.hpp"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/full.h>
#include <ATen/ops/zeros_like.h>

#include <stdexcept>
#include <utility>

namespace dyno::torch_kit {

sgd::sgd(sgd_kind kind, std::vector<at::Tensor> parameters, const sgd_options& options)
    : m_kind(kind), m_parameters(std::move(parameters)), m_options(options) {
    if (m_parameters.empty() || options.momentum <= 0.0) {
        throw std::invalid_argument("sgd: needs parameters and a momentum above 0");
    }
    const at::NoGradGuard no_grad;
    m_momenta.reserve(m_parameters.size());
    for (const auto& parameter : m_parameters) {
        m_momenta.push_back(at::zeros_like(parameter));
    }
    m_learning_rate =
        at::full({}, options.learning_rate,
                 m_parameters.front().options().dtype(at::kFloat).requires_grad(false));
}

void sgd::step(const std::optional<at::Tensor>& found_inf) {
    if (found_inf && m_kind != sgd_kind::fused) {
        throw std::logic_error("sgd: only the fused kind can skip a step on the device");
    }
    const at::NoGradGuard no_grad;
    std::vector<at::Tensor> parameters;
    std::vector<at::Tensor> grads;
    std::vector<at::Tensor> momenta;
    parameters.reserve(m_parameters.size());
    grads.reserve(m_parameters.size());
    momenta.reserve(m_parameters.size());
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        if (const at::Tensor& grad = m_parameters[i].grad(); grad.defined()) {
            parameters.push_back(m_parameters[i]);
            grads.push_back(grad);
            momenta.push_back(m_momenta[i]);
        }
    }
    if (grads.empty()) {
        return;
    }
    switch (m_kind) {
    case sgd_kind::loop:
        step_loop(parameters, grads, momenta);
        break;
    case sgd_kind::foreach:
        step_foreach(parameters, grads, momenta);
        break;
    case sgd_kind::fused:
        at::_fused_sgd_(parameters, grads, momenta, m_options.weight_decay, m_options.momentum,
                        m_learning_rate, /*dampening=*/0.0, /*nesterov=*/false, /*maximize=*/false,
                        /*is_first_step=*/false, /*grad_scale=*/std::nullopt, found_inf);
        break;
    }
}

void sgd::step_loop(const std::vector<at::Tensor>& parameters, const std::vector<at::Tensor>& grads,
                    const std::vector<at::Tensor>& momenta) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        at::Tensor grad = grads[i];
        if (m_options.weight_decay != 0.0) {
            grad = grad.add(parameters[i], m_options.weight_decay);
        }
        momenta[i].mul_(m_options.momentum).add_(grad);
        parameters[i].add_(momenta[i], -m_options.learning_rate);
    }
}

void sgd::step_foreach(const std::vector<at::Tensor>& parameters,
                       const std::vector<at::Tensor>& grads,
                       const std::vector<at::Tensor>& momenta) {
    at::_foreach_mul_(momenta, m_options.momentum);
    if (m_options.weight_decay != 0.0) {
        at::_foreach_add_(momenta, at::_foreach_add(grads, parameters, m_options.weight_decay),
                          1.0);
    } else {
        at::_foreach_add_(momenta, grads, 1.0);
    }
    at::_foreach_add_(parameters, momenta, -m_options.learning_rate);
}

void sgd::set_learning_rate(double learning_rate) {
    m_options.learning_rate = learning_rate;
    m_learning_rate.fill_(learning_rate);
}

} // namespace dyno::torch_kit
