// SPDX-License-Identifier: Apache-2.0
#include "environment/loaded_libraries.hpp"

#include "environment/torch_release.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>

namespace dyno {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view recorded[] = {
    "libcuda.so",  "libcudart.so",    "libcublas.so",    "libcublasLt.so", "libcudnn",
    "libnvrtc.so", "libcufft.so",     "libcurand.so",    "libcusolver.so", "libcusparse",
    "libnccl.so",  "libnvJitLink.so", "libnvidia-ml.so", "libtorch",       "libc10",
    "libopenblas", "libblas.so",      "libmkl",          "libblis",        "libgomp",
    "libiomp5.so", "libomp.so"};

/// The paths of all mapped libraries, each once.
std::set<std::string> mapped_files() {
    std::set<std::string> paths;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::size_t start = line.find('/');
        if (start != std::string::npos && line.find(".so", start) != std::string::npos) {
            paths.insert(line.substr(start));
        }
    }
    return paths;
}

/// Calls a version function that needs neither a device nor an initialised library.
template <class Return, class... Arguments>
auto call(void* library, const char* name, Arguments... arguments) -> std::optional<Return> {
    auto* function = reinterpret_cast<Return (*)(Arguments...)>(::dlsym(library, name));
    return function ? std::optional<Return>(function(arguments...)) : std::nullopt;
}

std::string dotted(long major, long minor, long patch = -1) {
    std::string text = std::to_string(major) + "." + std::to_string(minor);
    return patch < 0 ? text : text + "." + std::to_string(patch);
}

/// 13000 is 13.0 in the CUDA runtime and driver.
std::string cuda_version(void* library, const char* function) {
    int number = 0;
    const auto status = call<int, int*>(library, function, &number);
    return status == 0 && number > 0 ? dotted(number / 1000, number % 1000 / 10) : "";
}

std::string ask(void* library, const std::string& file) {
    if (file.starts_with("libcudart.so")) {
        return cuda_version(library, "cudaRuntimeGetVersion");
    }
    if (file.starts_with("libcublasLt.so")) {
        const auto number = call<std::size_t>(library, "cublasLtGetVersion").value_or(0);
        return number == 0 ? ""
                           : dotted(static_cast<long>(number / 10000),
                                    static_cast<long>(number % 10000 / 100),
                                    static_cast<long>(number % 100));
    }
    if (file.starts_with("libcublas.so")) {
        // MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL of library_types.h are 0, 1, 2.
        int parts[3] = {0, 0, 0};
        for (int i = 0; i < 3; ++i) {
            if (call<int, int, int*>(library, "cublasGetProperty", i, &parts[i]) != 0) {
                return {};
            }
        }
        return dotted(parts[0], parts[1], parts[2]);
    }
    if (file.starts_with("libcudnn.so")) {
        const auto number =
            static_cast<long>(call<std::size_t>(library, "cudnnGetVersion").value_or(0));
        // 91900 is 9.19.0; before cuDNN 9 it was 8902 for 8.9.2.
        return number == 0       ? ""
               : number >= 90000 ? dotted(number / 10000, number % 10000 / 100, number % 100)
                                 : dotted(number / 1000, number % 1000 / 100, number % 100);
    }
    if (file.starts_with("libnccl.so")) {
        int number = 0;
        const auto status = call<int, int*>(library, "ncclGetVersion", &number);
        return status == 0 ? dotted(number / 10000, number % 10000 / 100, number % 100) : "";
    }
    if (file.starts_with("libopenblas")) {
        // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64"
        const char* words = call<const char*>(library, "openblas_get_config").value_or(nullptr);
        return words ? words : "";
    }
    return {};
}

std::string version_of(const fs::path& path) {
    const std::string file = path.filename().string();
    if (file.starts_with("libtorch") || file.starts_with("libc10")) {
        return read_torch_release(path.parent_path().parent_path()).version;
    }
    std::string version;
    if (void* opened = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
        version = ask(opened, file);
        ::dlclose(opened);
    }
    if (version.empty()) {
        std::error_code ignored;
        version = version_in_name(fs::canonical(path, ignored).filename().string());
    }
    return version;
}

} // namespace

bool is_recorded_library(std::string_view file_name) {
    return std::any_of(std::begin(recorded), std::end(recorded),
                       [&](std::string_view front) { return file_name.starts_with(front); });
}

std::string version_in_name(std::string_view file_name) {
    const std::size_t mark = file_name.rfind(".so.");
    if (mark == std::string_view::npos) {
        return {};
    }
    const std::string_view version = file_name.substr(mark + 4);
    const bool numeric = version.find_first_not_of("0123456789.") == std::string_view::npos;
    return numeric && version.find('.') != std::string_view::npos ? std::string(version) : "";
}

std::vector<record::library> loaded_libraries() {
    std::vector<record::library> libraries;
    for (const std::string& path : mapped_files()) {
        const std::string name = fs::path(path).filename().string();
        if (is_recorded_library(name)) {
            libraries.push_back({name, version_of(path), path});
        }
    }
    std::sort(libraries.begin(), libraries.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return libraries;
}

} // namespace dyno
