// training_settings.hpp - a training workload's parameters, read and checked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "training_parameters.hpp"

#include <cstdint>
#include <optional>

namespace dyno::torch_kit {

/// What is trained and how. The fields beyond the shared parameters have values that mean "not
/// used".
struct training_settings {
    resnet_depth model{};
    std::int64_t batch = 0; ///< images per optimizer step
    std::int64_t image_size = 0;
    precision arithmetic{};
    memory_layout layout{};
    sgd_kind optimizer{};
    scaler_kind scaler{};
    input_path input{};
    execution how{};
    bool cudnn_benchmark = true;
    bool deterministic = false;
    std::int64_t seed = 0;
    initialisation values{};
    double learning_rate = 0;
    double init_scale = 0;

    std::int64_t micro_batch = 0; ///< images per forward pass; batch, unless accumulated
    std::int64_t samples = 0;     ///< images per iteration; batch, unless several steps
    std::optional<double> clip_norm;
    segmentation checkpoint = segmentation::none;
    std::int64_t blocks_each = 1;
    bool keep_last_segment = false;

    static constexpr std::int64_t num_classes = 1000;

    /// The shared parameters and `execution`, whose allowed names the workload declared.
    [[nodiscard]] static training_settings read(const host& from);

    /// Rules between parameters; throws std::invalid_argument that names the keys.
    void check() const;

    /// What this device cannot do; throws dyno::skipped with the reason.
    void require(const device& where) const;

    [[nodiscard]] bool uses_scaler() const { return arithmetic == precision::fp16_amp; }
    [[nodiscard]] bool scales_on_device() const;
    /// Optimizer steps of one iteration; the last may have fewer images than `batch`.
    [[nodiscard]] std::int64_t steps_per_iteration() const;
};

} // namespace dyno::torch_kit
