// Why the CUDA driver would not start, and what mends it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace dyno {

/// What is known when cuInit has failed. Empty texts are unknown.
struct init_failure {
    int code = 0;
    std::string words;               ///< "cuInit: CUDA_ERROR_NO_DEVICE (100): no CUDA-capable …"
    std::string library_path;        ///< of libcuda as it was loaded, links resolved
    std::optional<int> library_cuda; ///< what that library calls itself: 12080 for CUDA 12.8
    std::string kernel_driver;       ///< version of the loaded kernel module
    std::optional<std::string> image_cuda;      ///< CUDA_VERSION, which NVIDIA's images set
    std::optional<std::string> visible_devices; ///< CUDA_VISIBLE_DEVICES
};

/// The driver's words, then what they mean here and the ways out. Codes 34, 100, 802, 803, 804 and
/// 999 have texts of their own.
[[nodiscard]] std::string explain(const init_failure& failure);

/// "12.8" for 12080.
[[nodiscard]] std::string to_cuda_version(int version);

} // namespace dyno
