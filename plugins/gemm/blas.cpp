// cblas, and what OpenBLAS has beside it.
//
// SPDX-License-Identifier: Apache-2.0
#include "blas.hpp"

#include <cblas.h>

#include <stdexcept>

namespace dyno::gemm {

void multiply(const problem& asked, const std::byte* a, const std::byte* b, std::byte* d) {
    const auto m = static_cast<int>(asked.m);
    const auto n = static_cast<int>(asked.n);
    const auto k = static_cast<int>(asked.k);
    const auto lda = static_cast<int>(asked.a().rows);
    const auto ldb = static_cast<int>(asked.b().rows);
    const CBLAS_TRANSPOSE op_a = asked.transpose_a ? CblasTrans : CblasNoTrans;
    const CBLAS_TRANSPOSE op_b = asked.transpose_b ? CblasTrans : CblasNoTrans;
    const std::size_t width = bytes_of(asked.d().format);
    const std::size_t a_bytes = static_cast<std::size_t>(asked.a().stride()) * width;
    const std::size_t b_bytes = static_cast<std::size_t>(asked.b().stride()) * width;
    const std::size_t d_bytes = static_cast<std::size_t>(asked.d().stride()) * width;
    for (std::int64_t i = 0; i < asked.batch; ++i, a += a_bytes, b += b_bytes, d += d_bytes) {
        if (asked.type == data_type::fp32) {
            cblas_sgemm(CblasColMajor, op_a, op_b, m, n, k, 1, reinterpret_cast<const float*>(a),
                        lda, reinterpret_cast<const float*>(b), ldb, 0, reinterpret_cast<float*>(d),
                        m);
        } else if (asked.type == data_type::fp64) {
            cblas_dgemm(CblasColMajor, op_a, op_b, m, n, k, 1, reinterpret_cast<const double*>(a),
                        lda, reinterpret_cast<const double*>(b), ldb, 0,
                        reinterpret_cast<double*>(d), m);
        } else {
            throw std::logic_error("BLAS has fp32 and fp64 only");
        }
    }
}

#ifdef DYNO_GEMM_OPENBLAS
bool has_thread_control() {
    return true;
}
void set_threads(int count) {
    openblas_set_num_threads(count);
}
int threads_in_use() {
    return openblas_get_num_threads();
}
std::string blas_name() {
    return std::string(openblas_get_config()) + ", kernels for " + openblas_get_corename();
}
#else
bool has_thread_control() {
    return false;
}
void set_threads(int /*count*/) {}
int threads_in_use() {
    return 0;
}
std::string blas_name() {
    return "BLAS (unnamed)";
}
#endif

} // namespace dyno::gemm
