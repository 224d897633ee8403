// A product by cuBLASLt, with an algorithm chosen among the library's candidates.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cublaslt_plan.hpp"
#include "cuda_support.hpp"
#include "device_product.hpp"

#include <vector>

namespace dyno::gemm {

class cublaslt_product final : public device_product {
public:
    /// Throws skipped if the library has no algorithm. The first candidate is chosen.
    cublaslt_product(const problem& asked, const device_operands& operands);

    [[nodiscard]] const std::vector<cublaslt_candidate>& candidates() const { return m_candidates; }
    /// Leaves one candidate out, by its position in candidates().
    void leave_out(std::size_t position);
    /// The candidate that run() takes, by its position in candidates().
    void choose(std::size_t position) { m_chosen = position; }
    [[nodiscard]] const cublaslt_candidate& chosen() const { return m_candidates[m_chosen]; }

    /// run() for one candidate; the library may refuse what it named itself.
    [[nodiscard]] cublasStatus_t enqueue(std::size_t position);
    void run() override;

private:
    device_operands m_operands;
    cublaslt_plan m_plan;
    scale_factor m_alpha;
    scale_factor m_beta;
    owned<cublasLtContext, cublasLtDestroy> m_library;
    std::vector<cublaslt_candidate> m_candidates;
    std::size_t m_chosen = 0;
};

} // namespace dyno::gemm
