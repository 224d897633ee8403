// grad_scaler.hpp - dynamic loss scaling for float16, as Python's torch.amp.GradScaler, but without
// waiting for the device.
//
// A step: scale(loss).backward(); gradients = ...; unscale(gradients); optimizer step; update().
// Python's class asks the host whether the gradients overflowed before each step. Here the answer
// stays on the device, where a fused optimizer reads it (sgd.hpp); overflowed() asks for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace dyno::torch_kit {

/// The defaults are Python's.
struct grad_scaler_options {
    double initial_scale = 65536.0;
    double growth_factor = 2.0;
    double backoff_factor = 0.5;
    std::int64_t growth_interval = 2000; ///< steps without overflow before the scale grows
};

/// One scaler for one device. All work is enqueued on the current stream; only the functions that
/// say "synchronises" wait for the device. Everything but those can be captured in a CUDA Graph.
class grad_scaler {
public:
    explicit grad_scaler(c10::Device device, const grad_scaler_options& options = {});

    /// loss times the scale: call backward() on the result.
    [[nodiscard]] at::Tensor scale(const at::Tensor& loss) const;

    /// Divides the gradients by the scale, in place, and notes on the device whether any of them is
    /// not finite. Once before each update(): a second call throws std::logic_error, since it would
    /// divide twice. All gradients must be dense and on the scaler's device.
    void unscale(const std::vector<at::Tensor>& gradients);

    /// Adapts the scale to what unscale() saw and counts a skipped step if there was an overflow.
    /// Throws std::logic_error if unscale() was not called.
    void update();

    /// One float32 on the device: 1 if unscale() found a value that is not finite, else 0.
    [[nodiscard]] const at::Tensor& found_inf() const { return m_found_inf; }

    /// found_inf() on the host, which Python's class asks for in each step. Synchronises.
    [[nodiscard]] bool overflowed() const;

    /// The scale now. Synchronises.
    [[nodiscard]] double current_scale() const;

    /// Steps skipped since construction or reset_skipped_steps(). Synchronises.
    [[nodiscard]] std::int64_t skipped_steps() const;
    void reset_skipped_steps();

private:
    grad_scaler_options m_options;
    at::Tensor m_scale;          // float32
    at::Tensor m_inverse;        // float32, 1 / scale
    at::Tensor m_growth_tracker; // int32, steps since the last change
    at::Tensor m_found_inf;      // float32
    at::Tensor m_skipped;        // float32: exact up to 16.7 million
    bool m_unscaled = false;
};

} // namespace dyno::torch_kit
