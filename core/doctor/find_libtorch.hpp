// Which LibTorch the plugins would load, from their files and the library path.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/libtorch_check.hpp"
#include "doctor/places.hpp"
#include "plugin/catalog.hpp"

namespace dyno::doctor {

/// One for each folder that a plugin's libtorch comes from: the plugin's RPATH, LD_LIBRARY_PATH,
/// the plugin's RUNPATH, then the system's folders. Where no plugin links it, the one in the Python's `torch_folder`.
[[nodiscard]] std::vector<libtorch>
find_libtorch(const catalog& plugins, const std::string& torch_folder, const fs::path& root);

/// The folders in which the loader looks for what LibTorch needs (libtorch_cuda.so, or
/// libtorch_cpu.so of a build without CUDA), in its order.
[[nodiscard]] std::vector<fs::path> search_folders_of(const libtorch& one, const fs::path& root);

} // namespace dyno::doctor
