// Products on the CPU.
//
// SPDX-License-Identifier: Apache-2.0
#include "gemm_cpu.hpp"

#include "blas.hpp"
#include "random_values.hpp"

#include <cstring>

namespace dyno::gemm {

std::optional<std::string> impossible_on_cpu(const problem& asked) {
    if (auto reason = impossible(asked)) {
        return reason;
    }
    if (asked.type != data_type::fp32 && asked.type != data_type::fp64) {
        return std::string("dtype = \"") + name_of(asked.type) +
               "\" is for CUDA devices: the CPU's BLAS has fp32 and fp64";
    }
    const auto only_for_cuda = [](const char* parameter) {
        return std::string(parameter) + " has no meaning on a CPU; leave it out";
    };
    if (asked.library != blas_library::cublaslt) {
        return only_for_cuda("library");
    }
    if (asked.algorithm != algorithm_choice::tuned) {
        return only_for_cuda("algorithm");
    }
    if (asked.workspace_bytes != default_workspace_bytes) {
        return only_for_cuda("workspace");
    }
    if (asked.threads != 0 && !has_thread_control()) {
        return "threads = " + std::to_string(asked.threads) +
               ": this BLAS lets nobody set its threads; leave it out";
    }
    return std::nullopt;
}

problem gemm_cpu::possible_problem(const host& from) {
    const problem asked = read_problem(from);
    if (const auto reason = impossible_on_cpu(asked)) {
        throw skipped(*reason);
    }
    return asked;
}

gemm_cpu::gemm_cpu(host to, const device& /*where*/)
    : m_host(to), m_problem(possible_problem(to)) {}

void gemm_cpu::prepare() {
    if (m_problem.threads != 0) {
        set_threads(m_problem.threads);
        if (threads_in_use() != m_problem.threads) {
            throw skipped("threads = " + std::to_string(m_problem.threads) + ": this BLAS took " +
                          std::to_string(threads_in_use()));
        }
    }
    m_host.note("blas", blas_name());
    if (has_thread_control()) {
        m_host.note("threads", std::to_string(threads_in_use()));
    }

    const matrix a = m_problem.a();
    const matrix b = m_problem.b();
    const matrix d = m_problem.d();
    require_host_memory(a.bytes() + b.bytes() + d.bytes() + guard_bytes, m_problem.words());
    m_a = host_memory(a.bytes());
    m_b = host_memory(b.bytes());
    m_d = host_memory(d.bytes() + guard_bytes);
    m_host.progress(0, "making inputs");
    const random_values values_of_a(a.format, m_problem.input, m_problem.seed, 1);
    const random_values values_of_b(b.format, m_problem.input, m_problem.seed, 2);
    values_of_a.fill(0, m_a.bytes());
    values_of_b.fill(0, m_b.bytes());
    m_entries = sample_entries(m_problem, values_of_a, values_of_b);
    poison();
    m_host.work(m_problem.work_unit(), m_problem.operations());
}

void gemm_cpu::run() {
    multiply(m_problem, m_a.data(), m_b.data(), m_d.data());
}

// Poisoned again, so that what report() checks was written by the timed iterations.
void gemm_cpu::begin() {
    poison();
}

void gemm_cpu::report() {
    const std::size_t bytes = m_problem.d().bytes();
    output_inspection inspection(m_problem, m_entries);
    inspection.see(0, m_d.bytes().first(bytes));
    inspection.see_guard(m_d.bytes().subspan(bytes));
    inspection.require_right();
    m_host.note("answer", inspection.summary());
}

void gemm_cpu::poison() {
    std::memset(m_d.data(), static_cast<int>(poison_for(m_problem.d().format)), m_d.bytes().size());
}

} // namespace dyno::gemm
