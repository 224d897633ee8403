// What a GPU can do at most, from its data sheet: dense rates by exact product name.
//
// A rate is for matrix products with the fastest units that the card has for the type (tensor cores
// for fp64 on A100 and H100), summed in fp32 unless the name says otherwise. "fp16_acc16" is summed
// in fp16: twice as fast on GeForce. 2:4-sparse figures are never in it. A name that is not in the
// table, or a rate that no source gives, has no peak; nothing is guessed from a similar name.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace dyno {

/// The names of the rates, in the order of peak_row::rates. All but the last are FLOP/s, or OP/s
/// for int8; memory is in B/s.
inline constexpr std::array<std::string_view, 9> peak_rates = {
    "fp64", "fp32", "tf32", "bf16", "fp16", "fp16_acc16", "fp8", "int8", "memory"};

struct peak_row {
    std::string_view gpu; ///< as cudaGetDeviceProperties and NVML say it
    int sm_count;
    /// SM clocks that the source's rates are for, in Hz: Hopper's data sheets count CUDA cores and
    /// fp64 at a higher clock than the other tensor core rates.
    double clock;
    double tensor_clock;
    std::array<double, peak_rates.size()> rates; ///< per second; 0: no source gives it
    std::string_view source;
};

[[nodiscard]] std::span<const peak_row> peak_rows();

/// The row of a GPU, by its exact name, or nullptr.
[[nodiscard]] const peak_row* find_peak_row(std::string_view gpu);

/// A rate of a GPU per second, at its boost clock.
[[nodiscard]] std::optional<double> peak(std::string_view gpu, std::string_view rate);

/// The same at the SM clock that was held, in Hz: peak x clock / boost clock. Memory does not
/// follow the SM clock and stays.
[[nodiscard]] std::optional<double> peak_at_clock(std::string_view gpu, std::string_view rate,
                                                  double sm_clock);

} // namespace dyno
