// What cuBLAS has for a product: its types, and whether a card can do it at all.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problem.hpp"

#include <cublas_v2.h>

#include <array>
#include <optional>
#include <string>

namespace dyno::gemm {

/// How the libraries name a product's arithmetic.
struct cublas_types {
    cublasComputeType_t compute;
    cudaDataType_t scale; ///< of alpha and beta
    cudaDataType_t input;
    cudaDataType_t output;
};

[[nodiscard]] cublas_types types_for(const problem& asked);

/// alpha or beta in the scale type, to be handed over by address.
class scale_factor {
public:
    scale_factor(cudaDataType_t type, double value);
    [[nodiscard]] const void* data() const { return m_bytes.data(); }

private:
    alignas(8) std::array<std::byte, 8> m_bytes{};
};

/// A compute capability that has everything, for what can be told without a card.
inline constexpr int newest_card = 10000;

/// Why a card of this compute capability (89 for 8.9) cannot do it, or nothing. What only the
/// library knows is found out when the launch prepares.
[[nodiscard]] std::optional<std::string> impossible_on_cuda(const problem& asked, int sm);

} // namespace dyno::gemm
