// training_step.cpp
// SPDX-License-Identifier: Apache-2.0
#include "training_step.hpp"

#include "gradients.hpp"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace dyno::torch_kit {
namespace {

bool scales_on_device(const training_step_options& options) {
    const bool fused = options.optimizer == sgd_kind::fused;
    if (options.scaler == scaler_kind::device && !fused) {
        throw std::invalid_argument("training_step: only a fused optimizer can skip a step on the "
                                    "device; use scaler 'synchronising' or 'auto'");
    }
    return options.scaler != scaler_kind::synchronising && fused;
}

} // namespace

training_step::training_step(network_function network, std::vector<at::Tensor> parameters,
                             const training_step_options& options)
    : m_network(std::move(network)), m_options(options),
      m_optimizer(options.optimizer, std::move(parameters), options.sgd) {
    const c10::Device device = m_optimizer.parameters().front().device();
    m_loss = at::zeros({}, at::TensorOptions().device(device).dtype(at::kFloat));
    if (options.arithmetic == precision::fp16_amp) {
        m_scaler.emplace(device, options.scaling);
        m_scaler_on_device = scales_on_device(options);
    }
}

void training_step::accumulate(const at::Tensor& images, const at::Tensor& labels, double share) {
    at::Tensor loss;
    {
        const autocast_guard autocast(images.device().type(), autocast_dtype(m_options.arithmetic),
                                      m_options.weight_cache);
        loss = at::cross_entropy_loss(m_network(images), labels);
    }
    if (share != 1.0) {
        loss = loss.mul(share);
    }
    record_loss(loss);
    m_seen_share += share;
    if (m_scaler) {
        loss = m_scaler->scale(loss);
    }
    loss.backward();
}

void training_step::record_loss(const at::Tensor& weighted_loss) {
    // A copy, since keeping the loss itself would keep its autograd graph, and with it memory.
    const at::NoGradGuard no_grad;
    if (m_seen_share == 0.0) {
        m_loss.copy_(weighted_loss);
    } else {
        m_loss.add_(weighted_loss);
    }
}

void training_step::apply() {
    finish(/*keep_gradients=*/false);
}

void training_step::apply_and_keep_gradients() {
    finish(/*keep_gradients=*/true);
}

void training_step::finish(bool keep_gradients) {
    const at::NoGradGuard no_grad;
    const std::vector<at::Tensor> gradients = gradients_of(parameters());
    m_missing_gradients = static_cast<std::int64_t>(parameters().size() - gradients.size());

    // Shares of a whole window add up to 1 within rounding; a missing sample is at least 1e-6 of
    // it.
    const double seen = std::exchange(m_seen_share, 0.0);
    if (seen > 0.0 && std::abs(seen - 1.0) > 1e-9) {
        at::_foreach_mul_(gradients, 1.0 / seen);
        m_loss.mul_(1.0 / seen);
    }
    if (m_scaler) {
        m_scaler->unscale(gradients);
    }
    if (m_options.clip_norm) {
        clip_gradients(gradients, *m_options.clip_norm);
    }
    if (m_scaler_on_device) {
        m_optimizer.step(m_scaler->found_inf());
    } else if (!m_scaler || !m_scaler->overflowed()) {
        m_optimizer.step();
    }
    if (m_scaler) {
        m_scaler->update();
    }
    if (!keep_gradients) {
        clear_gradients(parameters());
    }
}

void training_step::discard() {
    m_seen_share = 0.0;
    clear_gradients(parameters());
}

std::vector<double> training_step::gradient_norms() const {
    const at::NoGradGuard no_grad;
    const at::Tensor norms = at::stack(at::_foreach_norm(gradients_of(parameters()), 2))
                                 .to(at::TensorOptions().device(at::kCPU).dtype(at::kDouble));
    const double* first = norms.const_data_ptr<double>();
    return {first, first + norms.numel()};
}

bool training_step::parameters_are_finite() const {
    const at::NoGradGuard no_grad;
    // A norm is finite if every value is, short of values whose square overflows.
    return std::isfinite(at::stack(at::_foreach_norm(parameters(), 2)).sum().item<float>());
}

} // namespace dyno::torch_kit
