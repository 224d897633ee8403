// A library to preload, which plants a slowdown: every twentieth matrix product is made twice, so
// that a sample of many products takes 5 % longer. What a comparison must notice.
// SPDX-License-Identifier: Apache-2.0
#include <cublasLt.h>

#include <dlfcn.h>

namespace {

using matmul = decltype(&cublasLtMatmul);

constexpr int every = 20;

/// The real one. A plugin's libraries are in no global scope, so RTLD_NEXT would not find them.
matmul real_matmul() {
    constexpr const char* name = CUBLAS_VER_MAJOR == 12 ? "libcublasLt.so.12" : "libcublasLt.so.13";
    void* library = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    return library == nullptr ? nullptr
                              : reinterpret_cast<matmul>(::dlsym(library, "cublasLtMatmul"));
}

} // namespace

extern "C" cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                                         const void* alpha, const void* a,
                                         cublasLtMatrixLayout_t a_layout, const void* b,
                                         cublasLtMatrixLayout_t b_layout, const void* beta,
                                         const void* c, cublasLtMatrixLayout_t c_layout, void* d,
                                         cublasLtMatrixLayout_t d_layout,
                                         const cublasLtMatmulAlgo_t* algorithm, void* workspace,
                                         size_t workspace_bytes, cudaStream_t stream) {
    static const matmul real = real_matmul();
    static int calls = 0;
    if (real == nullptr) {
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    const auto product = [&] {
        return real(handle, description, alpha, a, a_layout, b, b_layout, beta, c, c_layout, d,
                    d_layout, algorithm, workspace, workspace_bytes, stream);
    };
    if (++calls % every == 0) {
        if (const cublasStatus_t status = product(); status != CUBLAS_STATUS_SUCCESS) {
            return status;
        }
    }
    return product();
}
