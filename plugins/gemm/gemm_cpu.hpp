// The workload `gemm` on the CPU: fp32 and fp64 products by the system's BLAS.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer_check.hpp"
#include "host_memory.hpp"
#include "parameters.hpp"
#include "problem.hpp"

#include <dyno/plugin.hpp>

#include <optional>
#include <string>
#include <vector>

namespace dyno::gemm {

class gemm_cpu {
public:
    static constexpr const char* id = "gemm";
    static constexpr const char* summary = "Matrix product D = op(A) op(B)";
    static constexpr std::uint32_t devices = on_cpu;
    static constexpr auto& parameters = gemm::parameters;
    static constexpr auto& metrics = gemm::metrics;

    /// Refuses contradictions; throws skipped for what a CPU cannot do.
    static void check(const host& from) { static_cast<void>(possible_problem(from)); }

    gemm_cpu(host to, const device& where);

    void prepare();
    void run();
    void begin();
    void report();

private:
    static problem possible_problem(const host& from);
    void poison();

    host m_host;
    problem m_problem;
    host_memory m_a;
    host_memory m_b;
    host_memory m_d; ///< with the guard behind it
    std::vector<sampled_entry> m_entries;
};

/// Why the CPU cannot do it, or nothing.
[[nodiscard]] std::optional<std::string> impossible_on_cpu(const problem& asked);

} // namespace dyno::gemm
