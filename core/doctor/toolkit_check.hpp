// CUDA toolkits: which there are, which one a build takes, and whether the driver runs the result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"

#include <string>
#include <vector>

namespace dyno::doctor {

struct toolkit {
    std::string path;    ///< links resolved
    std::string version; ///< "13.0"; empty: it does not say
};

struct seen_toolkits {
    std::vector<toolkit> found; ///< each once, the one of nvcc on the PATH first
    std::string on_path;        ///< folder of the toolkit whose nvcc is first on the PATH; or empty
    std::string variable;       ///< "CUDA_HOME=/opt/cuda"; empty: neither variable is set
    std::string variable_folder; ///< what it names, links resolved; empty: no such folder
    std::string driver_cuda;     ///< "13.0"; empty: no driver
};

/// One finding, "cuda_toolkit". Without a toolkit nothing is wrong: only building needs one.
[[nodiscard]] findings check_toolkits(const seen_toolkits& seen);

} // namespace dyno::doctor
