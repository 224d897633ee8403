// Enqueueing by cublasLtMatmul.
//
// SPDX-License-Identifier: Apache-2.0
#include "cublaslt_product.hpp"

namespace dyno::gemm {

cublaslt_product::cublaslt_product(const problem& asked, const device_operands& operands)
    : m_operands(operands), m_plan(asked), m_alpha(types_for(asked).scale, 1),
      m_beta(types_for(asked).scale, 0) {
    cublasLtHandle_t library = nullptr;
    require_success(cublasLtCreate(&library), "cublasLtCreate");
    m_library.reset(library);
    m_candidates = candidates_for(library, m_plan, asked);
}

void cublaslt_product::leave_out(std::size_t position) {
    m_candidates.erase(m_candidates.begin() + static_cast<std::ptrdiff_t>(position));
    m_chosen = 0;
}

cublasStatus_t cublaslt_product::enqueue(std::size_t position) {
    return cublasLtMatmul(m_library.get(), m_plan.product.get(), m_alpha.data(), m_operands.a,
                          m_plan.a.get(), m_operands.b, m_plan.b.get(), m_beta.data(), m_operands.d,
                          m_plan.d.get(), m_operands.d, m_plan.d.get(),
                          &m_candidates[position].algorithm, m_operands.workspace,
                          m_operands.workspace_bytes, m_operands.stream);
}

void cublaslt_product::run() {
    require_success(enqueue(m_chosen), "cublasLtMatmul");
}

} // namespace dyno::gemm
