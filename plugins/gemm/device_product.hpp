// A product on the CUDA device, ready to be enqueued again and again.
//
// Two libraries implement it: cublaslt_product.hpp and cublas_product.hpp.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problem.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace dyno::gemm {

/// Where the matrices lie. They, the workspace and the stream are the caller's and outlive the
/// product.
struct device_operands {
    const std::byte* a;
    const std::byte* b;
    std::byte* d;
    std::byte* workspace;
    std::size_t workspace_bytes;
    cudaStream_t stream;
};

class device_product {
public:
    virtual ~device_product() = default;
    /// Enqueues one product on the stream and returns at once: no allocation, no search.
    virtual void run() = 0;
};

} // namespace dyno::gemm
