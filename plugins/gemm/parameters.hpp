// What the workload `gemm` declares: the same parameters and metrics in gemm_cpu and gemm_cuda.
//
// One scenario thus fits both devices. Where a parameter has no meaning (the workspace on a CPU)
// its default is measured and any other value is skipped with the reason. The rules between
// parameters are in problem.hpp; README.md explains each parameter.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dyno/plugin.hpp>

#include <cstdint>
#include <limits>

namespace dyno::gemm {

inline constexpr const char* dtypes[] = {"fp64", "fp32",     "tf32", "bf16",
                                         "fp16", "fp8_e4m3", "int8", nullptr};
inline constexpr const char* accumulators[] = {"default", "fp32", "fp16", nullptr};
inline constexpr const char* transposes[] = {"nn", "nt", "tn", "tt", nullptr};
inline constexpr const char* algorithms[] = {"tuned", "first", nullptr};
inline constexpr const char* libraries[] = {"cublaslt", "cublas", nullptr};
inline constexpr const char* inputs[] = {"normal", "uniform", "zeros", nullptr};

/// Any size that a scenario can write: problem.hpp says in words which ones cannot be addressed.
inline constexpr std::int64_t any_size = std::numeric_limits<std::int64_t>::max();

inline constexpr dyno_param parameters[] = {
    text("dtype", "\"fp32\"", dtypes, "Number format of A and B, and how products are formed."),
    text(
        "accumulate", "\"default\"", accumulators,
        "Format in which products are summed; default: fp32, and fp64 or int32 for fp64 and int8."),
    integer("size", "0", 0, any_size, "m = n = k of a square product; 0: m, n and k are given."),
    integer("m", "0", 0, any_size, "Rows of D and of op(A); 0: size is given."),
    integer("n", "0", 0, any_size, "Columns of D and of op(B); 0: size is given."),
    integer("k", "0", 0, any_size, "Columns of op(A), rows of op(B); 0: size is given."),
    text("transpose", "\"tn\"", transposes,
         "op(A) and op(B), column-major as in BLAS: t stores the matrix transposed."),
    integer("batch", "1", 1, any_size,
            "Independent products in one call, stored one after another."),
    text("input", "\"normal\"", inputs, "Values of A and B; zeros draw less power and run faster."),
    integer("seed", "1", 0, any_size, "Seed of the input values."),
    text("library", "\"cublaslt\"", libraries, "Which library computes on a CUDA device."),
    text("algorithm", "\"tuned\"", algorithms,
         "cuBLASLt: the fastest of its candidates as timed here, or the first that it names."),
    integer("workspace", "33554432", 0, std::int64_t{1} << 40,
            "Device memory that the library may use beside the matrices.", "B"),
    boolean("fast_accumulate", "false",
            "cuBLASLt, fp8_e4m3: sum in the tensor cores' own, less exact registers."),
    integer("threads", "0", 0, 4096, "Threads of the CPU's BLAS; 0: as many as it takes itself."),
};

inline constexpr dyno_metric metrics[] = {
    higher("throughput", "FLOP/s", "2 m n k batch divided by the time, for floating point."),
    higher("integer_throughput", "OP/s", "2 m n k batch divided by the time, for int8."),
};

} // namespace dyno::gemm
