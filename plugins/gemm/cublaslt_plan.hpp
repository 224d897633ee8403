// What cuBLASLt must know of a product before it can name algorithms: its descriptors.
//
// They can be made and read back on a machine without a GPU.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda_status.hpp"
#include "problem.hpp"

#include <cublasLt.h>

#include <string>
#include <vector>

namespace dyno::gemm {

struct cublaslt_plan {
    explicit cublaslt_plan(const problem& asked);

    owned<cublasLtMatmulDescOpaque_t, cublasLtMatmulDescDestroy> product;
    owned<cublasLtMatrixLayoutOpaque_t, cublasLtMatrixLayoutDestroy> a;
    owned<cublasLtMatrixLayoutOpaque_t, cublasLtMatrixLayoutDestroy> b;
    owned<cublasLtMatrixLayoutOpaque_t, cublasLtMatrixLayoutDestroy> d; ///< C's too: beta is 0
    owned<cublasLtMatmulPreferenceOpaque_t, cublasLtMatmulPreferenceDestroy> preference;
};

/// An algorithm that cuBLASLt named, and its place in the library's order.
struct cublaslt_candidate {
    std::size_t index;
    cublasLtMatmulAlgo_t algorithm;
    std::size_t workspace_bytes;
};

/// Candidates that can run in the problem's workspace, in the library's order: of the first 32 that
/// it names. Throws skipped if there is none.
[[nodiscard]] std::vector<cublaslt_candidate>
candidates_for(cublasLtHandle_t library, const cublaslt_plan& plan, const problem& asked);

/// "id 66, tile 128x256, stages 64x4, split-k 1, swizzle 0, custom 3, cluster 2x1x1": the
/// algorithm's own struct cannot be kept, as it differs between versions of the library.
[[nodiscard]] std::string in_words(const cublasLtMatmulAlgo_t& algorithm);

} // namespace dyno::gemm
