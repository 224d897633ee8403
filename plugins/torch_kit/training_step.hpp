// training_step.hpp - one training step: forward, loss, scaled backward, optimizer; also in parts,
// for gradient accumulation and for capturing one part in a CUDA Graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autocast_guard.hpp"
#include "grad_scaler.hpp"
#include "precision.hpp"
#include "sgd.hpp"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace dyno::torch_kit {

/// Who decides whether a step with overflowed gradients is skipped.
enum class scaler_kind {
    automatic = 1, ///< the device where the optimizer is fused, else the host
    device,        ///< the fused optimizer, without waiting; needed in a captured step
    synchronising, ///< the host, which asks the device in each step, as Python's default does
};
inline constexpr const char* scaler_kind_names[] = {"auto", "device", "synchronising", nullptr};

struct training_step_options {
    precision arithmetic = precision::fp32;
    /// off in a step that is captured, and in its warm-up
    autocast_guard::weight_cache weight_cache = autocast_guard::weight_cache::on;
    sgd_kind optimizer = sgd_kind::fused;
    sgd_options sgd;
    /// used with fp16_amp alone: other precisions have no scaler
    grad_scaler_options scaling;
    scaler_kind scaler = scaler_kind::automatic;
    /// largest norm of all gradients together; none: not clipped
    std::optional<double> clip_norm;
};

/// Steps the parameters of one network on one device. Everything is enqueued on the current stream;
/// what says "synchronises" waits, and so does each apply() with a synchronising scaler.
///
/// A step is accumulate() once per micro-batch and then apply(). The loss is the cross entropy, the
/// mean over the samples of the whole step whatever the sizes of its micro-batches.
class training_step {
public:
    /// images to logits, in training mode
    using network_function = std::function<at::Tensor(const at::Tensor&)>;

    /// Throws std::invalid_argument for a device scaler with an optimizer that is not fused.
    training_step(network_function network, std::vector<at::Tensor> parameters,
                  const training_step_options& options);

    /// Forward and backward of one micro-batch, adding to the gradients. `share` is its number of
    /// samples over that of the whole step.
    void accumulate(const at::Tensor& images, const at::Tensor& labels, double share = 1.0);

    /// Unscale, clip, step, adapt the scale, clear the gradients: once per step, in that order. If
    /// the shares since the last apply() do not add up to 1 (an incomplete last window), the
    /// gradients are weighted up to the mean over the samples that were there.
    void apply();

    /// apply() for gradients that a replayed graph rewrites: they keep their tensors.
    void apply_and_keep_gradients();

    /// Forgets gradients and shares of an unfinished step.
    void discard();

    /// The loss of the last step so far, one float32 on the device. Overwritten by each step.
    [[nodiscard]] const at::Tensor& loss() const { return m_loss; }

    /// Parameters that had no gradient in the last apply(): 0 in a network that trains.
    [[nodiscard]] std::int64_t parameters_without_gradient() const { return m_missing_gradients; }

    /// Norm of each gradient that is there, one float32 each. Between accumulate() and apply();
    /// scaled if there is a scaler. Synchronises.
    [[nodiscard]] std::vector<double> gradient_norms() const;

    /// Synchronises.
    [[nodiscard]] bool parameters_are_finite() const;

    [[nodiscard]] const std::vector<at::Tensor>& parameters() const {
        return m_optimizer.parameters();
    }
    [[nodiscard]] sgd& optimizer() { return m_optimizer; }
    /// None unless the precision is fp16_amp.
    [[nodiscard]] std::optional<grad_scaler>& scaler() { return m_scaler; }
    [[nodiscard]] bool synchronises() const { return m_scaler && !m_scaler_on_device; }

private:
    void record_loss(const at::Tensor& weighted_loss);
    void finish(bool keep_gradients);

    network_function m_network;
    training_step_options m_options;
    sgd m_optimizer;
    std::optional<grad_scaler> m_scaler;
    bool m_scaler_on_device = false;
    at::Tensor m_loss;
    double m_seen_share = 0.0;
    std::int64_t m_missing_gradients = 0;
};

} // namespace dyno::torch_kit
