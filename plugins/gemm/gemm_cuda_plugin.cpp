// gemm_cuda.so: the workload `gemm` for CUDA devices.
//
// SPDX-License-Identifier: Apache-2.0
#include "gemm_cuda.hpp"

DYNO_PLUGIN("gemm_cuda", "1.0.0", dyno::gemm::gemm_cuda);
