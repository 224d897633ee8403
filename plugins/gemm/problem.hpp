// One product as the scenario asks for it, with every choice resolved: D = op(A) op(B).
//
// Everything is column-major, tightly packed, and a batch lies matrix after matrix, as BLAS and
// cuBLAS have it. A is m x k after op, so it is stored k x m if transposed; B likewise.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "number_format.hpp"

#include <dyno/plugin.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace dyno::gemm {

enum class data_type { fp64 = 1, fp32, tf32, bf16, fp16, fp8_e4m3, int8 };
enum class accumulator { fp64 = 1, fp32, fp16, int32 };
enum class input_kind { normal = 1, uniform, zeros };
enum class blas_library { cublaslt = 1, cublas };
enum class algorithm_choice { tuned = 1, first };

/// What `workspace` is where the scenario says nothing: enough for Hopper and newer cards, as
/// NVIDIA's documentation of cublasSetWorkspace has it.
inline constexpr std::size_t default_workspace_bytes = std::size_t{32} << 20;

/// A matrix as it lies in memory, `count` times in a row.
struct matrix {
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t count;
    number_format format;

    [[nodiscard]] std::int64_t stride() const { return rows * columns; } ///< elements of one
    [[nodiscard]] std::int64_t elements() const { return stride() * count; }
    [[nodiscard]] std::size_t bytes() const {
        return static_cast<std::size_t>(elements()) * bytes_of(format);
    }
};

struct problem {
    data_type type;
    accumulator sum;
    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
    std::int64_t batch;
    bool transpose_a;
    bool transpose_b;
    input_kind input;
    std::uint64_t seed;
    blas_library library;
    algorithm_choice algorithm;
    std::size_t workspace_bytes;
    bool fast_accumulate;
    int threads;

    [[nodiscard]] matrix a() const;
    [[nodiscard]] matrix b() const;
    [[nodiscard]] matrix d() const;

    /// 2 m n k batch: a multiplication and an addition for each term.
    [[nodiscard]] double operations() const;
    /// "FLOP", or "OP" for int8, which has no floating point in it.
    [[nodiscard]] const char* work_unit() const;
    /// The name of the rate that bounds it, in the peak table.
    [[nodiscard]] const char* peak_rate() const;
    /// "bf16 8192 x 8192 x 8192, tn, batch 4": for messages and notes, m x n x k.
    [[nodiscard]] std::string words() const;
};

/// Reads the parameters and checks the rules between them. Throws std::invalid_argument for a
/// contradiction and for sizes that cannot be addressed. Whether a device can do it is its own
/// question.
[[nodiscard]] problem read_problem(const host& from);

/// Why no device can do it (no library sums bf16 products in fp16), or nothing.
[[nodiscard]] std::optional<std::string> impossible(const problem& asked);

[[nodiscard]] const char* name_of(data_type type);
[[nodiscard]] const char* name_of(accumulator sum);

} // namespace dyno::gemm
