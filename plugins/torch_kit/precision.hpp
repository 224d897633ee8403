// precision.hpp - the numbers that a training run computes in, and LibTorch's global switches that
// decide it: set together, read back, restored.
//
// Left alone they mislead: cuDNN convolutions use TF32 by default while matrix products do not, so
// that "fp32" ResNet training is mostly TF32.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/ScalarType.h>

#include <optional>
#include <string>

namespace dyno::torch_kit {

enum class precision {
    fp32 = 1,
    tf32,     ///< float32 tensors, TF32 in matrix products and convolutions
    fp16_amp, ///< autocast to float16, with a gradient scaler
    bf16_amp, ///< autocast to bfloat16, without one
};
inline constexpr const char* precision_names[] = {"fp32", "tf32", "fp16_amp", "bf16_amp", nullptr};

/// What autocast_guard takes; none for fp32 and tf32.
[[nodiscard]] std::optional<c10::ScalarType> autocast_dtype(precision kind);

/// LibTorch's process-wide switches of arithmetic and of the choice of algorithms.
struct arithmetic_switches {
    bool tf32_matmul = false;
    bool tf32_convolution = false;
    bool cudnn_benchmark = false; ///< time cuDNN's plans on the first use of a shape
    bool deterministic = false;   ///< cuDNN's deterministic plans alone

    /// tf32 as the precision says.
    [[nodiscard]] static arithmetic_switches for_precision(precision kind, bool cudnn_benchmark,
                                                           bool deterministic);
    /// As LibTorch has them now. Throws c10::Error if somebody set TF32 by the newer interface
    /// alone.
    [[nodiscard]] static arithmetic_switches read_back();

    void set() const;

    bool operator==(const arithmetic_switches&) const = default;
};

/// "tf32_matmul=0 tf32_convolution=0 cudnn_benchmark=1 deterministic=0"
[[nodiscard]] std::string to_string(const arithmetic_switches& switches);

/// Sets the switches, and puts back what was there before.
class arithmetic_guard {
public:
    explicit arithmetic_guard(const arithmetic_switches& switches)
        : m_before(arithmetic_switches::read_back()) {
        switches.set();
    }
    ~arithmetic_guard() { m_before.set(); }
    arithmetic_guard(const arithmetic_guard&) = delete;
    arithmetic_guard& operator=(const arithmetic_guard&) = delete;

private:
    arithmetic_switches m_before;
};

} // namespace dyno::torch_kit
