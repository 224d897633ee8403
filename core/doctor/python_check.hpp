// PyTorch and TensorFlow in the active Python: their versions and the CUDA that they bring.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"

#include <map>
#include <string>

namespace dyno::doctor {

struct seen_python {
    std::string program;                         ///< path; empty: there is none on the PATH
    std::string version;                         ///< "3.11.7"
    std::string trouble;                         ///< why it did not answer
    std::map<std::string, std::string> packages; ///< version by name, as its metadata says
    std::string torch_folder;                    ///< of the package; empty: there is none
    std::string torch_cuda; ///< "13.0", of torch/version.py; empty: a build without CUDA
    std::string driver_cuda;
    bool has_gpu = false;
};

/// "pytorch" and "tensorflow".
[[nodiscard]] findings check_python(const seen_python& seen);

} // namespace dyno::doctor
