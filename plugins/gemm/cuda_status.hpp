// Every CUDA and cuBLAS status becomes an exception that names the call and the library's word.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <memory>
#include <string>

namespace dyno::gemm {

/// Throws std::runtime_error "cudaMemcpyAsync: cudaErrorInvalidValue (invalid argument)" unless the
/// status is success; out_of_device_memory where that is what it means.
void require_success(cudaError_t status, const char* call);
void require_success(cublasStatus_t status, const char* call);

/// "CUBLAS_STATUS_NOT_SUPPORTED (the requested functionality is not supported)"
[[nodiscard]] std::string in_words(cublasStatus_t status);

/// "13.1.0" of 130100, as cublasGetVersion and cublasLtGetVersion have it.
[[nodiscard]] std::string cublas_version_in_words(std::size_t version);

/// Owns one of the libraries' objects; they are all pointers to opaque structs.
template <auto Destroy>
struct destroyed_by {
    template <class Object>
    void operator()(Object* object) const {
        static_cast<void>(Destroy(object)); // nothing to be done about it in a destructor
    }
};
template <class Object, auto Destroy>
using owned = std::unique_ptr<Object, destroyed_by<Destroy>>;

} // namespace dyno::gemm
