// SPDX-License-Identifier: Apache-2.0
#include "doctor/library_path_check.hpp"

#include <algorithm>

namespace dyno::doctor {
namespace {

bool has_driver(const path_folder& folder) {
    return std::any_of(folder.libraries.begin(), folder.libraries.end(),
                       [](const std::string& name) { return name.starts_with("libcuda.so"); });
}

bool is_named(const path_folder& folder, const char* part) {
    return ("/" + folder.path + "/").find(std::string("/") + part + "/") != std::string::npos;
}

std::string list_of(const path_folder& folder) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, folder.libraries.size()); ++i) {
        text += (i == 0 ? "" : " ") + folder.libraries[i];
    }
    return folder.libraries.size() > most
               ? text + " and " + std::to_string(folder.libraries.size() - most) + " more"
               : text;
}

} // namespace

findings check_library_path(const seen_library_path& seen) {
    std::string text, drivers;
    for (const path_folder& folder : seen.folders) {
        if (has_driver(folder)) {
            drivers += (drivers.empty() ? "" : "; ") + folder.path;
            drivers += is_named(folder, "stubs")    ? " holds the toolkit's stub of libcuda"
                       : is_named(folder, "compat") ? " holds a compatibility libcuda"
                                                    : " holds a libcuda";
        }
        if (!folder.libraries.empty()) {
            text += (text.empty() ? "" : "; ") + folder.path + ": " + list_of(folder);
        }
    }
    if (!seen.preload.empty()) {
        text += (text.empty() ? "" : "; ") + ("LD_PRELOAD=" + seen.preload);
    }
    const std::string rest =
        seen.left_out == 0 ? ""
                           : "; only the first " + std::to_string(seen.folders.size()) + " of " +
                                 std::to_string(seen.folders.size() + seen.left_out) +
                                 " folders of LD_LIBRARY_PATH were looked through";
    if (!drivers.empty()) {
        return {doubtful("library_path",
                         "LD_LIBRARY_PATH comes before the driver's own: " + drivers + rest,
                         "take the folder out of LD_LIBRARY_PATH, unless it is there on purpose")};
    }
    if (!text.empty()) {
        return {doubtful("library_path",
                         "these come before what plugins name by RUNPATH and before the system's, "
                         "though not before what a library names by RPATH, as PyTorch's do: " +
                             text + rest,
                         "unset LD_LIBRARY_PATH and LD_PRELOAD, unless they are set on purpose")};
    }
    if (!rest.empty()) {
        return {doubtful("library_path",
                         "no library of CUDA, cuDNN, LibTorch, BLAS or OpenMP was found" + rest,
                         "shorten LD_LIBRARY_PATH: the loader tries every folder of it for every "
                         "library")};
    }
    return {good("library_path", seen.folders.empty()
                                     ? "LD_LIBRARY_PATH and LD_PRELOAD are not set"
                                     : "no folder of LD_LIBRARY_PATH holds a library of CUDA, "
                                       "cuDNN, LibTorch, BLAS or OpenMP")};
}

} // namespace dyno::doctor
