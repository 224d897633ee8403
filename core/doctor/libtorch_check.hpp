// LibTorch as the plugins take it: is it there, is it a CUDA build, does the driver run it?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"

#include <string>
#include <vector>

namespace dyno::doctor {

/// One LibTorch, and who takes it.
struct libtorch {
    std::string folder;  ///< with libtorch_cpu.so; empty: the plugins' is found nowhere
    std::string version; ///< "2.11.0+cu130"; empty: it does not say
    std::string cuda;    ///< "13.0"; empty: a build without CUDA
    bool is_cuda_build = false;
    std::vector<std::string> plugins; ///< names of the plugins that link it
    bool is_python_s = false;         ///< no plugin links it; it is of the active Python
};

struct seen_libtorch {
    std::vector<libtorch> found;
    std::string driver_cuda; ///< "13.0"; empty: no driver
    bool has_gpu = false;
};

/// "libtorch", one for each LibTorch that was found.
[[nodiscard]] findings check_libtorch(const seen_libtorch& seen);

} // namespace dyno::doctor
