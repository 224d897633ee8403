// cuDNN: how many copies there are, which one the loader takes, and whether it fits the CUDA.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"

#include <string>
#include <vector>

namespace dyno::doctor {

struct cudnn_copy {
    std::string path;    ///< links resolved
    std::string version; ///< as it says itself when it is loaded; empty: unknown
    std::string trouble; ///< why it could not be loaded; empty: it could
};

struct seen_cudnn {
    std::vector<cudnn_copy> copies; ///< each file once
    cudnn_copy loads;               ///< what the loader takes by name; empty: nothing
    std::string failure;            ///< the loader's word, if there is one that does not load
    cudnn_copy of_libtorch;         ///< what the plugins' LibTorch takes; empty: none
    std::string toolkit_cuda;       ///< of the first toolkit; empty: unknown
    std::string libtorch_cuda;      ///< of LibTorch's build; empty: none
};

/// "cudnn", and "cudnn_cuda" for each pair of a cuDNN and the CUDA it works with.
[[nodiscard]] findings check_cudnn(const seen_cudnn& seen);

/// Whether this cuDNN has a build for this CUDA (NVIDIA's cuDNN support matrix).
[[nodiscard]] bool supports_cuda(const std::string& cudnn, const std::string& cuda);

} // namespace dyno::doctor
