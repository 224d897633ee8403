// Descriptors, candidates and their names.
//
// SPDX-License-Identifier: Apache-2.0
#include "cublaslt_plan.hpp"

#include "cuda_support.hpp"
#include "host_memory.hpp"

#include <array>
#include <numeric>

namespace dyno::gemm {
namespace {

constexpr int most_candidates = 32;

template <class Value>
void set(const cublaslt_plan& plan, cublasLtMatmulDescAttributes_t attribute, Value value) {
    require_success(
        cublasLtMatmulDescSetAttribute(plan.product.get(), attribute, &value, sizeof value),
        "cublasLtMatmulDescSetAttribute");
}

template <class Value>
void set(const cublaslt_plan& plan, cublasLtMatmulPreferenceAttributes_t attribute, Value value) {
    require_success(cublasLtMatmulPreferenceSetAttribute(plan.preference.get(), attribute, &value,
                                                         sizeof value),
                    "cublasLtMatmulPreferenceSetAttribute");
}

template <class Value>
void set(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, Value value) {
    require_success(cublasLtMatrixLayoutSetAttribute(layout, attribute, &value, sizeof value),
                    "cublasLtMatrixLayoutSetAttribute");
}

owned<cublasLtMatrixLayoutOpaque_t, cublasLtMatrixLayoutDestroy> layout_of(const matrix& one,
                                                                           cudaDataType_t type) {
    cublasLtMatrixLayout_t layout = nullptr;
    require_success(cublasLtMatrixLayoutCreate(&layout, type, static_cast<std::uint64_t>(one.rows),
                                               static_cast<std::uint64_t>(one.columns), one.rows),
                    "cublasLtMatrixLayoutCreate");
    owned<cublasLtMatrixLayoutOpaque_t, cublasLtMatrixLayoutDestroy> owner(layout);
    if (one.count > 1) {
        set(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, static_cast<std::int32_t>(one.count));
        set(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, one.stride());
    }
    return owner;
}

/// By how many bytes every matrix of the batch is aligned; allocations are by 256. Left at its
/// default of 256, the library may name algorithms that then fail on the second matrix.
std::uint32_t alignment_of(const matrix& one) {
    constexpr std::int64_t allocation = 256;
    if (one.count == 1) {
        return allocation;
    }
    const auto stride = one.stride() * static_cast<std::int64_t>(bytes_of(one.format));
    return static_cast<std::uint32_t>(std::gcd(allocation, stride));
}

/// Where k is split, partial sums are added in the accumulator's format, never in a narrower
/// output's.
std::uint32_t reductions_for(const problem& asked) {
    const number_format output = asked.d().format;
    const bool narrow = output == number_format::bf16 ||
                        (output == number_format::fp16 && asked.sum != accumulator::fp16);
    return narrow ? CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE : CUBLASLT_REDUCTION_SCHEME_MASK;
}

// Generated from the cublasLt.h of the build: tile_name(), stages_name(), cluster_name(), each a
// switch over the enumeration, nullptr for what that header did not know.
#include "cublaslt_names.inc"

std::string named(const char* name, std::uint32_t id) {
    return name != nullptr ? name : "number " + std::to_string(id);
}

template <class Value>
Value get(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulAlgoConfigAttributes_t attribute) {
    Value value{};
    std::size_t written = 0;
    // An attribute that an algorithm does not have reads as 0.
    static_cast<void>(cublasLtMatmulAlgoConfigGetAttribute(&algorithm, attribute, &value,
                                                           sizeof value, &written));
    return value;
}

} // namespace

cublaslt_plan::cublaslt_plan(const problem& asked) {
    const cublas_types types = types_for(asked);
    cublasLtMatmulDesc_t made = nullptr;
    require_success(cublasLtMatmulDescCreate(&made, types.compute, types.scale),
                    "cublasLtMatmulDescCreate");
    product.reset(made);
    set(*this, CUBLASLT_MATMUL_DESC_TRANSA, asked.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(*this, CUBLASLT_MATMUL_DESC_TRANSB, asked.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N);
    if (asked.type == data_type::fp8_e4m3) {
        set(*this, CUBLASLT_MATMUL_DESC_FAST_ACCUM,
            static_cast<std::int8_t>(asked.fast_accumulate ? 1 : 0));
    }
    a = layout_of(asked.a(), types.input);
    b = layout_of(asked.b(), types.input);
    d = layout_of(asked.d(), types.output);

    cublasLtMatmulPreference_t wishes = nullptr;
    require_success(cublasLtMatmulPreferenceCreate(&wishes), "cublasLtMatmulPreferenceCreate");
    preference.reset(wishes);
    set(*this, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
        static_cast<std::uint64_t>(asked.workspace_bytes));
    set(*this, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions_for(asked));
    set(*this, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(asked.a()));
    set(*this, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(asked.b()));
    set(*this, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(asked.d()));
    set(*this, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(asked.d()));
}

std::vector<cublaslt_candidate> candidates_for(cublasLtHandle_t library, const cublaslt_plan& plan,
                                               const problem& asked) {
    std::array<cublasLtMatmulHeuristicResult_t, most_candidates> named_by_library{};
    int count = 0;
    const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(
        library, plan.product.get(), plan.a.get(), plan.b.get(), plan.d.get(), plan.d.get(),
        plan.preference.get(), most_candidates, named_by_library.data(), &count);
    if (status != CUBLAS_STATUS_SUCCESS && status != CUBLAS_STATUS_NOT_SUPPORTED) {
        require_success(status, "cublasLtMatmulAlgoGetHeuristic");
    }
    std::vector<cublaslt_candidate> usable;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const auto& one = named_by_library[i];
        if (one.state == CUBLAS_STATUS_SUCCESS && one.workspaceSize <= asked.workspace_bytes) {
            usable.push_back({i, one.algo, one.workspaceSize});
        }
    }
    if (usable.empty()) {
        throw skipped("cublasLtMatmulAlgoGetHeuristic: " + in_words(status) + ": cuBLASLt " +
                      cublas_version_in_words(cublasLtGetVersion()) + " has no algorithm for " +
                      asked.words() + " on this device within a workspace of " +
                      bytes_in_words(asked.workspace_bytes));
    }
    return usable;
}

std::string in_words(const cublasLtMatmulAlgo_t& algorithm) {
    const auto tile = get<std::uint32_t>(algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID);
    const auto stages = get<std::uint32_t>(algorithm, CUBLASLT_ALGO_CONFIG_STAGES_ID);
    const auto cluster = get<std::uint16_t>(algorithm, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID);
    std::string text =
        "id " + std::to_string(get<std::int32_t>(algorithm, CUBLASLT_ALGO_CONFIG_ID));
    text += ", tile " + named(tile_name(tile), tile);
    text += ", stages " + named(stages_name(stages), stages);
    const auto add = [&](const char* name, cublasLtMatmulAlgoConfigAttributes_t attribute) {
        text += std::string(", ") + name + " " +
                std::to_string(get<std::uint32_t>(algorithm, attribute));
    };
    add("split-k", CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
    add("reduction", CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME);
    add("swizzle", CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING);
    add("custom", CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION);
    return text + ", cluster " + named(cluster_name(cluster), cluster);
}

} // namespace dyno::gemm
