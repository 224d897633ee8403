// Statuses in words.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_status.hpp"

#include <dyno/plugin.hpp>

#include <stdexcept>

namespace dyno::gemm {

void require_success(cudaError_t status, const char* call) {
    if (status == cudaSuccess) {
        return;
    }
    // Not sticky errors stay as "last error" and would be blamed on a later call.
    static_cast<void>(cudaGetLastError());
    const std::string message = std::string(call) + ": " + cudaGetErrorName(status) + " (" +
                                cudaGetErrorString(status) + ")";
    if (status == cudaErrorMemoryAllocation) {
        throw out_of_device_memory(message);
    }
    throw std::runtime_error(message);
}

void require_success(cublasStatus_t status, const char* call) {
    if (status == CUBLAS_STATUS_SUCCESS) {
        return;
    }
    const std::string message = std::string(call) + ": " + in_words(status);
    if (status == CUBLAS_STATUS_ALLOC_FAILED) {
        throw out_of_device_memory(message + "; make m, n, k, batch or workspace smaller");
    }
    throw std::runtime_error(message);
}

std::string in_words(cublasStatus_t status) {
    return std::string(cublasGetStatusName(status)) + " (" + cublasGetStatusString(status) + ")";
}

std::string cublas_version_in_words(std::size_t version) {
    const std::size_t major = version / 10000;
    const std::size_t minor = version / 100 % 100;
    return std::to_string(major) + "." + std::to_string(minor) + "." +
           std::to_string(version % 100);
}

} // namespace dyno::gemm
