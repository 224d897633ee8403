// Which libraries were really loaded: read from the process's own memory map.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/launch.hpp"

#include <string_view>
#include <vector>

namespace dyno {

/// The CUDA, cuBLAS, cuDNN, NCCL, LibTorch, BLAS, OpenMP and driver libraries that are mapped into
/// this process, by name, each once and with its path. Versions come from the library's own call
/// where it has one that needs no device, else from its file's name.
[[nodiscard]] std::vector<record::library> loaded_libraries();

/// The version in a library's real file name: "13.0.2.14" of "libcublasLt.so.13.0.2.14"; empty if
/// there is none, or only the SONAME's number.
[[nodiscard]] std::string version_in_name(std::string_view file_name);

/// Whether the library of this file name is one that a run records.
[[nodiscard]] bool is_recorded_library(std::string_view file_name);

} // namespace dyno
