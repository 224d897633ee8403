// The CPU's BLAS behind its C interface: one product, its threads and its name.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problem.hpp"

#include <cstddef>
#include <string>

namespace dyno::gemm {

/// D = op(A) op(B) for every matrix of the batch, one call each. The data type is fp32 or fp64.
void multiply(const problem& asked, const std::byte* a, const std::byte* b, std::byte* d);

/// Whether the number of threads can be set and read here, as OpenBLAS can.
[[nodiscard]] bool has_thread_control();
/// Asks for `count` threads; without thread control it does nothing.
void set_threads(int count);
/// Threads in use, or 0 if this BLAS does not say.
[[nodiscard]] int threads_in_use();

/// "OpenBLAS 0.3.21 DYNAMIC_ARCH ... SkylakeX", or "BLAS (unnamed)".
[[nodiscard]] std::string blas_name();

} // namespace dyno::gemm
