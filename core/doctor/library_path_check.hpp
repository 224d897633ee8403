// What the library path puts before the system's own: other CUDA libraries, stubs, compatibility
// drivers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace dyno::doctor {

/// One folder of LD_LIBRARY_PATH.
struct path_folder {
    std::string path;
    bool exists = false;
    std::vector<std::string> libraries; ///< that a run records, by file name
};

struct seen_library_path {
    std::vector<path_folder> folders; ///< those that were looked through, the first ones
    std::size_t left_out = 0;         ///< of LD_LIBRARY_PATH
    std::string preload;              ///< LD_PRELOAD; empty: not set
};

/// One finding, "library_path".
[[nodiscard]] findings check_library_path(const seen_library_path& seen);

} // namespace dyno::doctor
