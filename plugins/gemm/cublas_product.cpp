// cublasGemmEx and cublasGemmStridedBatchedEx, with the math mode set and read back.
//
// SPDX-License-Identifier: Apache-2.0
#include "cublas_product.hpp"

#include <dyno/plugin.hpp>

#include <stdexcept>

namespace dyno::gemm {
namespace {

/// The compute type says what is formed in TF32 and what is not; the mode must not widen it, and
/// partial sums are added in the accumulator's format.
constexpr int wanted_mode = CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;

} // namespace

cublas_product::cublas_product(const problem& asked, const device_operands& operands)
    : m_problem(asked), m_operands(operands), m_types(types_for(asked)), m_alpha(m_types.scale, 1),
      m_beta(m_types.scale, 0) {
    cublasHandle_t library = nullptr;
    require_success(cublasCreate(&library), "cublasCreate");
    m_library.reset(library);
    require_success(cublasSetStream(library, operands.stream), "cublasSetStream");
    // After cublasSetStream, which goes back to the library's own workspace.
    require_success(cublasSetWorkspace(library, operands.workspace, operands.workspace_bytes),
                    "cublasSetWorkspace");
    require_success(cublasSetMathMode(library, static_cast<cublasMath_t>(wanted_mode)),
                    "cublasSetMathMode");
    cublasMath_t mode{};
    require_success(cublasGetMathMode(library, &mode), "cublasGetMathMode");
    if (static_cast<int>(mode) != wanted_mode) {
        throw std::runtime_error("cublasGetMathMode: reads " +
                                 std::to_string(static_cast<int>(mode)) + " after " +
                                 std::to_string(wanted_mode) + " was set");
    }
    const cublasStatus_t trial = enqueue();
    if (trial == CUBLAS_STATUS_NOT_SUPPORTED || trial == CUBLAS_STATUS_ARCH_MISMATCH) {
        throw skipped("cublasGemmEx: " + in_words(trial) + ": cuBLAS does not do " + asked.words() +
                      " on this device");
    }
    require_success(trial, "cublasGemmEx");
}

void cublas_product::run() {
    require_success(enqueue(),
                    m_problem.batch == 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx");
}

cublasStatus_t cublas_product::enqueue() {
    const auto m = static_cast<int>(m_problem.m);
    const auto n = static_cast<int>(m_problem.n);
    const auto k = static_cast<int>(m_problem.k);
    const matrix a = m_problem.a();
    const matrix b = m_problem.b();
    const matrix d = m_problem.d();
    const cublasOperation_t op_a = m_problem.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasOperation_t op_b = m_problem.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N;
    if (m_problem.batch == 1) {
        return cublasGemmEx(m_library.get(), op_a, op_b, m, n, k, m_alpha.data(), m_operands.a,
                            m_types.input, static_cast<int>(a.rows), m_operands.b, m_types.input,
                            static_cast<int>(b.rows), m_beta.data(), m_operands.d, m_types.output,
                            static_cast<int>(d.rows), m_types.compute, CUBLAS_GEMM_DEFAULT);
    }
    return cublasGemmStridedBatchedEx(
        m_library.get(), op_a, op_b, m, n, k, m_alpha.data(), m_operands.a, m_types.input,
        static_cast<int>(a.rows), a.stride(), m_operands.b, m_types.input, static_cast<int>(b.rows),
        b.stride(), m_beta.data(), m_operands.d, m_types.output, static_cast<int>(d.rows),
        d.stride(), static_cast<int>(m_problem.batch), m_types.compute, CUBLAS_GEMM_DEFAULT);
}

std::string cublas_product::math_mode() const {
    cublasMath_t mode{};
    require_success(cublasGetMathMode(m_library.get(), &mode), "cublasGetMathMode");
    const int bits = static_cast<int>(mode);
    std::string text =
        (bits & 0xf) == CUBLAS_DEFAULT_MATH ? "default" : "number " + std::to_string(bits & 0xf);
    if (bits & CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION) {
        text += ", no reduced-precision reduction";
    }
    return text;
}

} // namespace dyno::gemm
