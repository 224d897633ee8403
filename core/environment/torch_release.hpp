// Which LibTorch lies in a folder: its libraries do not say, files beside its lib folder do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace dyno {

struct torch_release {
    std::string version; ///< "2.11.0+cu130"; empty: the files do not say
    std::string cuda;    ///< "13.0"; empty: built without CUDA, or an archive, which does not say
};

/// From `version.py` of a wheel, else `build-version` of an archive. `root` is the folder that
/// holds lib/.
[[nodiscard]] torch_release read_torch_release(const std::filesystem::path& root);

} // namespace dyno
