// The workload `gemm` on a CUDA device: products by cuBLASLt or cuBLAS.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer_check.hpp"
#include "cuda_support.hpp"
#include "device_memory.hpp"
#include "device_product.hpp"
#include "parameters.hpp"
#include "problem.hpp"

#include <dyno/plugin.hpp>

#include <memory>
#include <vector>

namespace dyno::gemm {

class gemm_cuda {
public:
    static constexpr const char* id = "gemm";
    static constexpr const char* summary = "Matrix product D = op(A) op(B)";
    static constexpr std::uint32_t devices = on_cuda;
    static constexpr auto& parameters = gemm::parameters;
    static constexpr auto& metrics = gemm::metrics;

    /// Refuses contradictions; throws skipped for what no card can do.
    static void check(const host& from) { static_cast<void>(possible_problem(from, newest_card)); }

    /// Throws skipped for what this card cannot do.
    gemm_cuda(host to, const device& where);

    void prepare();
    void run();
    void begin();
    void report();

private:
    static problem possible_problem(const host& from, int sm);
    void doubt_environment();
    void allocate();
    void fill(const random_values& values, const matrix& one, const device_memory& into);
    void make_product();
    void make_cublaslt_product();
    void poison();
    [[nodiscard]] device_operands operands() const;

    host m_host;
    device m_device;
    problem m_problem;
    cudaStream_t m_stream;
    device_memory m_a;
    device_memory m_b;
    device_memory m_d; ///< with the guard behind it
    device_memory m_workspace;
    std::vector<sampled_entry> m_entries;
    std::unique_ptr<device_product> m_product;
};

} // namespace dyno::gemm
