// grad_scaler.cpp - over the operators that Python's GradScaler uses as well.
// SPDX-License-Identifier: Apache-2.0
#include "grad_scaler.hpp"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_amp_foreach_non_finite_check_and_unscale.h>
#include <ATen/ops/_amp_update_scale.h>
#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>

#include <stdexcept>

namespace dyno::torch_kit {

grad_scaler::grad_scaler(c10::Device device, const grad_scaler_options& options)
    : m_options(options) {
    const auto real = at::TensorOptions().device(device).dtype(at::kFloat);
    m_scale = at::full({}, options.initial_scale, real);
    m_inverse = at::full({}, 1.0 / options.initial_scale, real);
    m_growth_tracker = at::zeros({}, real.dtype(at::kInt));
    m_found_inf = at::zeros({}, real);
    m_skipped = at::zeros({}, real);
}

at::Tensor grad_scaler::scale(const at::Tensor& loss) const {
    return loss.mul(m_scale);
}

void grad_scaler::unscale(const std::vector<at::Tensor>& gradients) {
    if (m_unscaled) {
        throw std::logic_error("grad_scaler: unscale() called twice before update(): gradients are "
                               "unscaled once per optimizer step");
    }
    m_unscaled = true;
    const at::NoGradGuard no_grad;
    m_found_inf.zero_(); // the operator below only ever sets it
    // In double precision, as Python's class does: the reciprocal of a float32 scale is then exact
    // enough for scales that are no powers of two.
    m_inverse.copy_(m_scale.to(at::kDouble).reciprocal());
    at::_amp_foreach_non_finite_check_and_unscale_(gradients, m_found_inf, m_inverse);
}

void grad_scaler::update() {
    if (!m_unscaled) {
        throw std::logic_error("grad_scaler: update() without unscale()");
    }
    m_unscaled = false;
    const at::NoGradGuard no_grad;
    m_skipped.add_(m_found_inf);
    at::_amp_update_scale_(m_scale, m_growth_tracker, m_found_inf, m_options.growth_factor,
                           m_options.backoff_factor, m_options.growth_interval);
}

bool grad_scaler::overflowed() const {
    return m_found_inf.item<float>() != 0.0F;
}

double grad_scaler::current_scale() const {
    return m_scale.item<float>();
}

std::int64_t grad_scaler::skipped_steps() const {
    return static_cast<std::int64_t>(m_skipped.item<float>());
}

void grad_scaler::reset_skipped_steps() {
    m_skipped.zero_();
}

} // namespace dyno::torch_kit
