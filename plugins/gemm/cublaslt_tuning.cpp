// Checking and racing candidates on the device.
//
// SPDX-License-Identifier: Apache-2.0
#include "cublaslt_tuning.hpp"

#include <dyno/plugin.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>

namespace dyno::gemm {
namespace {

/// Every candidate is looked at for this long in all; a product of seconds leaves room for few.
constexpr double check_budget_s = 0.5;

/// Entries compared for each candidate, some 10 us each; report() looks at all of D.
constexpr std::size_t entries_compared = 64;

owned<CUevent_st, cudaEventDestroy> make_event() {
    cudaEvent_t event = nullptr;
    require_success(cudaEventCreate(&event), "cudaEventCreate");
    return owned<CUevent_st, cudaEventDestroy>(event);
}

double entry_on_device(const problem& asked, const device_operands& operands,
                       const sampled_entry& entry) {
    const matrix d = asked.d();
    const std::size_t width = bytes_of(d.format);
    std::uint64_t bits = 0;
    require_success(cudaMemcpyAsync(&bits, operands.d + entry.index * width, width,
                                    cudaMemcpyDeviceToHost, operands.stream),
                    "cudaMemcpyAsync");
    require_success(cudaStreamSynchronize(operands.stream), "cudaStreamSynchronize");
    return decode(d.format, bits);
}

/// Why the candidate is of no use, or nothing.
std::optional<std::string> fault_of(cublaslt_product& product, std::size_t position,
                                    const problem& asked, const device_operands& operands,
                                    std::span<const sampled_entry> entries) {
    require_success(cudaMemsetAsync(operands.d, static_cast<int>(poison_for(asked.d().format)),
                                    asked.d().bytes(), operands.stream),
                    "cudaMemsetAsync");
    const cublasStatus_t status = product.enqueue(position);
    if (status != CUBLAS_STATUS_SUCCESS) {
        return "cublasLtMatmul: " + in_words(status);
    }
    require_success(cudaStreamSynchronize(operands.stream), "cudaStreamSynchronize");
    const std::size_t step = std::max<std::size_t>(1, entries.size() / entries_compared);
    for (std::size_t i = 0; i < entries.size(); i += step) {
        if (auto fault =
                fault_at(asked, entries[i], entry_on_device(asked, operands, entries[i]))) {
            return fault;
        }
    }
    return std::nullopt;
}

} // namespace

tuning_result tune(cublaslt_product& product, const problem& asked, const device_operands& operands,
                   std::span<const sampled_entry> entries) {
    using clock = std::chrono::steady_clock;
    tuning_result result;
    const clock::time_point begin = clock::now();
    std::size_t position = 0;
    while (position < product.candidates().size()) {
        const double spent = std::chrono::duration<double>(clock::now() - begin).count();
        if (position > 0 && spent > check_budget_s) {
            result.not_tried = product.candidates().size() - position;
            while (product.candidates().size() > position) {
                product.leave_out(position);
            }
            break;
        }
        if (auto fault = fault_of(product, position, asked, operands, entries)) {
            const cublaslt_candidate& one = product.candidates()[position];
            result.left_out.push_back("candidate " + std::to_string(one.index) + " (" +
                                      in_words(one.algorithm) + "): " + *fault);
            product.leave_out(position);
        } else {
            ++position;
        }
    }
    if (product.candidates().empty()) {
        throw invalid_answer(asked.words() + ": no algorithm of cuBLASLt gave a right answer; " +
                             result.left_out.front());
    }

    const auto before = make_event();
    const auto after = make_event();
    const auto timer = [&](std::size_t candidate, std::size_t untimed, std::size_t timed) {
        for (std::size_t i = 0; i < untimed; ++i) {
            require_success(product.enqueue(candidate), "cublasLtMatmul");
        }
        require_success(cudaEventRecord(before.get(), operands.stream), "cudaEventRecord");
        for (std::size_t i = 0; i < timed; ++i) {
            require_success(product.enqueue(candidate), "cublasLtMatmul");
        }
        require_success(cudaEventRecord(after.get(), operands.stream), "cudaEventRecord");
        require_success(cudaEventSynchronize(after.get()), "cudaEventSynchronize");
        float milliseconds = 0;
        require_success(cudaEventElapsedTime(&milliseconds, before.get(), after.get()),
                        "cudaEventElapsedTime");
        return static_cast<double>(milliseconds) * 1e-3;
    };
    result.race = race(product.candidates().size(), timer);
    product.choose(result.race.winner);
    return result;
}

} // namespace dyno::gemm
