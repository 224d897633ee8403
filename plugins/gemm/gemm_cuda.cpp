// Products on a CUDA device.
//
// SPDX-License-Identifier: Apache-2.0
#include "gemm_cuda.hpp"

#include "cublas_product.hpp"
#include "cublaslt_product.hpp"
#include "cublaslt_tuning.hpp"
#include "host_memory.hpp"
#include "random_values.hpp"

#include <algorithm>
#include <cstdlib>

namespace dyno::gemm {
namespace {

/// Matrices cross between host and device in parts of this size, so that the host needs no copy.
constexpr std::size_t part_bytes = std::size_t{32} << 20;

std::string cublas_version() {
    std::string text;
    for (const libraryPropertyType part : {MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL}) {
        int value = 0;
        require_success(cublasGetProperty(part, &value), "cublasGetProperty");
        if (!text.empty()) {
            text += '.';
        }
        text += std::to_string(value);
    }
    return text;
}

std::string runtime_version() {
    int version = 0;
    require_success(cudaRuntimeGetVersion(&version), "cudaRuntimeGetVersion");
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace

problem gemm_cuda::possible_problem(const host& from, int sm) {
    const problem asked = read_problem(from);
    if (const auto reason = impossible_on_cuda(asked, sm)) {
        throw skipped(*reason);
    }
    return asked;
}

gemm_cuda::gemm_cuda(host to, const device& where)
    : m_host(to), m_device(where), m_problem(possible_problem(to, where.sm)),
      m_stream(static_cast<cudaStream_t>(where.stream)) {}

void gemm_cuda::prepare() {
    // The runtime's own notion of the current device; its primary context is the host's.
    require_success(cudaSetDevice(m_device.ordinal), "cudaSetDevice");
    doubt_environment();
    m_host.note("cublaslt", cublas_version_in_words(cublasLtGetVersion()));
    m_host.note("cublas", cublas_version());
    m_host.note("cuda_runtime", runtime_version());
    m_host.note("formats", std::string("A and B ") + name_of(m_problem.a().format) +
                               ", summed in " + name_of(m_problem.sum) + ", D " +
                               name_of(m_problem.d().format));
    allocate();
    m_host.progress(0, "making inputs");
    const random_values a(m_problem.a().format, m_problem.input, m_problem.seed, 1);
    const random_values b(m_problem.b().format, m_problem.input, m_problem.seed, 2);
    fill(a, m_problem.a(), m_a);
    fill(b, m_problem.b(), m_b);
    m_entries = sample_entries(m_problem, a, b);
    make_product();
    poison();
    require_success(cudaStreamSynchronize(m_stream), "cudaStreamSynchronize");
    m_host.work(m_problem.work_unit(), m_problem.operations());
    m_host.peak(m_problem.peak_rate());
}

void gemm_cuda::run() {
    m_product->run();
}

// Poisoned again, so that what report() checks was written by the timed iterations.
void gemm_cuda::begin() {
    poison();
}

void gemm_cuda::report() {
    require_success(cudaStreamSynchronize(m_stream), "cudaStreamSynchronize");
    const std::size_t bytes = m_problem.d().bytes();
    const std::size_t width = bytes_of(m_problem.d().format);
    host_memory part(std::min(bytes + guard_bytes, part_bytes));
    const auto copied = [&](std::size_t first, std::size_t size) {
        require_success(cudaMemcpyAsync(part.data(), m_d.data() + first, size,
                                        cudaMemcpyDeviceToHost, m_stream),
                        "cudaMemcpyAsync");
        require_success(cudaStreamSynchronize(m_stream), "cudaStreamSynchronize");
        return part.bytes().first(size);
    };
    output_inspection inspection(m_problem, m_entries);
    for (std::size_t first = 0; first < bytes; first += part_bytes) {
        inspection.see(first / width, copied(first, std::min(part_bytes, bytes - first)));
    }
    inspection.see_guard(copied(bytes, guard_bytes));
    inspection.require_right();
    m_host.note("answer", inspection.summary());
    if (inspection.is_exact_for_tf32()) {
        m_host.warn("tf32: the answer is as exact as an fp32 product's (" + inspection.summary() +
                    "), so TF32 units were not used");
    }
}

/// What the user's environment may change behind the library's back.
void gemm_cuda::doubt_environment() {
    for (const char* name : {"NVIDIA_TF32_OVERRIDE", "CUBLAS_EMULATE_SINGLE_PRECISION",
                             "CUBLAS_EMULATE_DOUBLE_PRECISION", "CUBLAS_EMULATION_STRATEGY"}) {
        const char* value = std::getenv(name);
        if (value == nullptr) {
            continue;
        }
        m_host.note(name, value);
        if (m_problem.type == data_type::fp64 || m_problem.type == data_type::fp32 ||
            m_problem.type == data_type::tf32) {
            m_host.warn(std::string(name) + "=" + value + " is set and may change how " +
                        name_of(m_problem.type) + " products are formed");
        }
    }
}

void gemm_cuda::allocate() {
    m_a = device_memory(m_problem.a().bytes(), "matrix A");
    m_b = device_memory(m_problem.b().bytes(), "matrix B");
    m_d = device_memory(m_problem.d().bytes() + guard_bytes, "matrix D");
    m_workspace = device_memory(m_problem.workspace_bytes, "the workspace");
}

void gemm_cuda::fill(const random_values& values, const matrix& one, const device_memory& into) {
    const std::size_t bytes = one.bytes();
    host_memory part(std::min(bytes, part_bytes));
    for (std::size_t first = 0; first < bytes; first += part_bytes) {
        const std::span<std::byte> made = part.bytes().first(std::min(part_bytes, bytes - first));
        values.fill(first / bytes_of(one.format), made);
        require_success(cudaMemcpyAsync(into.data() + first, made.data(), made.size(),
                                        cudaMemcpyHostToDevice, m_stream),
                        "cudaMemcpyAsync");
        // The part is written anew in the next round.
        require_success(cudaStreamSynchronize(m_stream), "cudaStreamSynchronize");
    }
}

void gemm_cuda::make_product() {
    if (m_problem.library == blas_library::cublaslt) {
        make_cublaslt_product();
        return;
    }
    auto product = std::make_unique<cublas_product>(m_problem, operands());
    m_host.note("algorithm", "chosen by cuBLAS");
    m_host.note("mode.cublas_math", product->math_mode());
    m_product = std::move(product);
}

void gemm_cuda::make_cublaslt_product() {
    auto product = std::make_unique<cublaslt_product>(m_problem, operands());
    m_host.note("algorithm_candidates", std::to_string(product->candidates().size()));
    if (m_problem.algorithm == algorithm_choice::tuned) {
        m_host.progress(0.5, "tuning");
        const tuning_result result = tune(*product, m_problem, operands(), m_entries);
        for (const std::string& one : result.left_out) {
            m_host.warn("cuBLASLt's " + one + "; left out");
        }
        m_host.note("algorithm_choice",
                    result.race.reason + "; " + std::to_string(result.race.timed) + " timed, " +
                        std::to_string(result.not_tried) + " not tried for want of time");
    }
    m_host.note("algorithm", in_words(product->chosen().algorithm));
    m_host.note("algorithm_index", std::to_string(product->chosen().index));
    m_host.note("workspace_used", std::to_string(product->chosen().workspace_bytes) + " B");
    m_product = std::move(product);
}

void gemm_cuda::poison() {
    require_success(cudaMemsetAsync(m_d.data(), static_cast<int>(poison_for(m_problem.d().format)),
                                    m_d.size(), m_stream),
                    "cudaMemsetAsync");
}

device_operands gemm_cuda::operands() const {
    return {m_a.data(), m_b.data(), m_d.data(), m_workspace.data(), m_workspace.size(), m_stream};
}

} // namespace dyno::gemm
