// A product by plain cuBLAS, which chooses its algorithm itself.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda_status.hpp"
#include "cuda_support.hpp"
#include "device_product.hpp"

#include <string>

namespace dyno::gemm {

class cublas_product final : public device_product {
public:
    /// Throws skipped if the library refuses the product, which one trial call tells.
    cublas_product(const problem& asked, const device_operands& operands);

    void run() override;

    /// "default, no reduced-precision reduction": as read back from the library.
    [[nodiscard]] std::string math_mode() const;

private:
    [[nodiscard]] cublasStatus_t enqueue();

    problem m_problem;
    device_operands m_operands;
    cublas_types m_types;
    scale_factor m_alpha;
    scale_factor m_beta;
    owned<cublasContext, cublasDestroy> m_library;
};

} // namespace dyno::gemm
