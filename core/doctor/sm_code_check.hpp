// Does the GPU code that is built into plugins and LibTorch run on this GPU?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"
#include "doctor/sm_code.hpp"

#include <set>
#include <string>
#include <vector>

namespace dyno::doctor {

/// A library, and what its GPU code was compiled for.
struct built_code {
    std::string name; ///< "gemm_cuda.so"
    std::set<sm_target> targets;
    std::string trouble; ///< why it could not be read
};

struct seen_sm_code {
    std::vector<built_code> libraries; ///< also those without GPU code
    int sm = 0;                        ///< of the GPU; 0: there is none
    std::string why_no_gpu;
};

/// "sm_code", one for each library with GPU code. GPU code that is compiled when a launch prepares
/// (NVRTC) fits every GPU.
[[nodiscard]] findings check_sm_code(const seen_sm_code& seen);

} // namespace dyno::doctor
