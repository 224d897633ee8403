// SPDX-License-Identifier: Apache-2.0
#include "part.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dyno::results {
namespace {

using entry = std::pair<std::string_view, std::string_view>;

constexpr entry fact_fronts[] = {
    {"driver.", "driver"},     {"nvml.", "driver"},      {"gpu.", "GPU"},
    {"device.", "GPU"},        {"pcie.", "GPU"},         {"cuda.runtime", "CUDA runtime"},
    {"cublas", "cuBLAS"},      {"cudnn", "cuDNN"},       {"nvrtc", "NVRTC"},
    {"nccl", "NCCL"},          {"libtorch", "LibTorch"}, {"torch.", "LibTorch"},
    {"blas.", "BLAS"},         {"host.", "host"},        {"os.", "host"},
    {"container.", "host"},    {"cpu.", "CPU"},          {"harness.", "harness"},
    {"compiler.", "compiler"}, {"plugin.", "plugin"},
};

constexpr entry library_fronts[] = {
    {"libnvidia-ml", "driver"},    {"libnvidia-ptxjit", "driver"},
    {"libcudart", "CUDA runtime"}, {"libcublas", "cuBLAS"},
    {"libcudnn", "cuDNN"},         {"libnvrtc", "NVRTC"},
    {"libnvJitLink", "nvJitLink"}, {"libnccl", "NCCL"},
    {"libcufft", "cuFFT"},         {"libcurand", "cuRAND"},
    {"libcusolver", "cuSOLVER"},   {"libcusparseLt", "cuSPARSELt"},
    {"libcusparse", "cuSPARSE"},   {"libtorch", "LibTorch"},
    {"libc10", "LibTorch"},        {"libopenblas", "BLAS"},
    {"libblas", "BLAS"},           {"libmkl", "BLAS"},
    {"libblis", "BLAS"},           {"libgomp", "OpenMP"},
    {"libiomp", "OpenMP"},         {"libomp", "OpenMP"},
};

constexpr std::string_view ways[] = {"env.LD_LIBRARY_PATH", "env.CUDA_HOME", "env.CUDA_PATH",
                                     "env.CUDA_VISIBLE_DEVICES", "env.CUDA_DEVICE_ORDER"};

bool is_hexadecimal(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

std::string part_of_fact(std::string_view fact) {
    for (const auto& [front, part] : fact_fronts) {
        if (fact.starts_with(front)) {
            return std::string(part);
        }
    }
    constexpr std::string_view variable = "env.";
    return fact.starts_with(variable) ? "variable " + std::string(fact.substr(variable.size()))
                                      : std::string(fact);
}

std::string part_of_library(std::string_view stem) {
    if (stem == "libcuda") { // exactly: libcudart and libcudnn begin alike
        return "driver";
    }
    for (const auto& [front, part] : library_fronts) {
        if (stem.starts_with(front)) {
            return std::string(part);
        }
    }
    return std::string(stem);
}

std::string library_stem(std::string_view file_name) {
    std::string_view stem = file_name.substr(0, file_name.find(".so"));
    constexpr std::size_t hash = 8; // auditwheel's
    const std::size_t dash = stem.rfind('-');
    if (dash != std::string_view::npos && stem.size() - dash - 1 == hash &&
        is_hexadecimal(stem.substr(dash + 1))) {
        stem = stem.substr(0, dash);
    }
    return std::string(stem);
}

bool is_way_to_part(std::string_view fact) {
    return std::find(std::begin(ways), std::end(ways), fact) != std::end(ways);
}

std::string preloaded_besides_parts(std::string_view value) {
    std::string rest;
    while (!value.empty()) {
        const std::size_t end = std::min(value.find_first_of(": "), value.size());
        const std::string_view entry = value.substr(0, end);
        value.remove_prefix(std::min(end + 1, value.size()));
        const std::string stem = library_stem(entry.substr(entry.rfind('/') + 1));
        if (!entry.empty() && part_of_library(stem) == stem) {
            rest += (rest.empty() ? "" : ":") + std::string(entry);
        }
    }
    return rest;
}

} // namespace dyno::results
