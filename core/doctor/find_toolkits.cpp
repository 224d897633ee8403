// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_toolkits.hpp"

#include "device/init_failure.hpp"

#include <algorithm>

namespace dyno::doctor {
namespace {

bool is_toolkit(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / "bin/nvcc", ignored) ||
           fs::exists(folder / "include/cuda_runtime_api.h", ignored);
}

std::string version_of(const fs::path& folder) {
    for (const auto& [header, name] : {std::pair("include/cuda.h", "CUDA_VERSION"),
                                       std::pair("include/cuda_runtime_api.h", "CUDART_VERSION")}) {
        if (const auto number = defined_number(folder / header, name); number && *number > 0) {
            return to_cuda_version(static_cast<int>(*number));
        }
    }
    return "";
}

void add(const fs::path& folder, seen_toolkits& to) {
    const std::string path = resolved(folder).string();
    if (is_toolkit(folder) && std::none_of(to.found.begin(), to.found.end(),
                                           [&](const toolkit& t) { return t.path == path; })) {
        to.found.push_back({path, version_of(folder)});
    }
}

} // namespace

seen_toolkits find_toolkits(const fs::path& root) {
    seen_toolkits seen;
    if (const fs::path nvcc = find_program("nvcc"); !nvcc.empty()) {
        const fs::path folder = resolved(nvcc).parent_path().parent_path();
        add(folder, seen);
        seen.on_path = folder.string();
    }
    for (const char* name : {"CUDA_PATH", "CUDA_HOME"}) { // CUDA_HOME is told, if both are set
        const std::string value = variable(name);
        if (!value.empty()) {
            std::error_code ignored;
            seen.variable = std::string(name) + "=" + value;
            seen.variable_folder =
                fs::is_directory(value, ignored) ? resolved(value).string() : std::string();
            add(value, seen);
        }
    }
    for (const char* folder : {"usr/local", "opt"}) {
        for (const fs::path& one : entries_of(root / folder)) {
            if (one.filename().string().starts_with("cuda")) {
                add(one, seen);
            }
        }
    }
    add(root / "usr/lib/cuda", seen); // Debian's and Ubuntu's own package
    return seen;
}

} // namespace dyno::doctor
