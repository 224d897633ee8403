// cuBLASLt's descriptors, made and read back without a GPU.
//
// SPDX-License-Identifier: Apache-2.0
#include "cublaslt_plan.hpp"

#include <gtest/gtest.h>

namespace dyno::gemm {
namespace {

problem product_of(data_type type) {
    problem asked{};
    asked.type = type;
    asked.sum = type == data_type::fp64   ? accumulator::fp64
                : type == data_type::int8 ? accumulator::int32
                                          : accumulator::fp32;
    asked.m = 48;
    asked.n = 33;
    asked.k = 80;
    asked.batch = 1;
    asked.transpose_a = true;
    asked.workspace_bytes = default_workspace_bytes;
    return asked;
}

template <class Value>
Value read(const cublaslt_plan& plan, cublasLtMatmulDescAttributes_t attribute) {
    Value value{};
    std::size_t written = 0;
    EXPECT_EQ(cublasLtMatmulDescGetAttribute(plan.product.get(), attribute, &value, sizeof value,
                                             &written),
              CUBLAS_STATUS_SUCCESS);
    return value;
}

template <class Value>
Value read(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute) {
    Value value{};
    std::size_t written = 0;
    EXPECT_EQ(cublasLtMatrixLayoutGetAttribute(layout, attribute, &value, sizeof value, &written),
              CUBLAS_STATUS_SUCCESS);
    return value;
}

template <class Value>
Value read(const cublaslt_plan& plan, cublasLtMatmulPreferenceAttributes_t attribute) {
    Value value{};
    std::size_t written = 0;
    EXPECT_EQ(cublasLtMatmulPreferenceGetAttribute(plan.preference.get(), attribute, &value,
                                                   sizeof value, &written),
              CUBLAS_STATUS_SUCCESS);
    return value;
}

TEST(cublaslt_plan, is_made_for_every_data_type) {
    for (const data_type type : {data_type::fp64, data_type::fp32, data_type::tf32, data_type::bf16,
                                 data_type::fp16, data_type::fp8_e4m3, data_type::int8}) {
        EXPECT_NO_THROW(cublaslt_plan{product_of(type)}) << name_of(type);
    }
    problem half = product_of(data_type::fp16);
    half.sum = accumulator::fp16;
    const cublaslt_plan plan(half);
    EXPECT_EQ(read<std::int32_t>(plan, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE), CUBLAS_COMPUTE_16F);
    EXPECT_EQ(read<std::int32_t>(plan, CUBLASLT_MATMUL_DESC_SCALE_TYPE), CUDA_R_16F);
}

TEST(cublaslt_plan, fp32_is_not_allowed_tf32) {
    EXPECT_EQ(read<std::int32_t>(cublaslt_plan(product_of(data_type::fp32)),
                                 CUBLASLT_MATMUL_DESC_COMPUTE_TYPE),
              CUBLAS_COMPUTE_32F);
    EXPECT_EQ(read<std::int32_t>(cublaslt_plan(product_of(data_type::tf32)),
                                 CUBLASLT_MATMUL_DESC_COMPUTE_TYPE),
              CUBLAS_COMPUTE_32F_FAST_TF32);
}

TEST(cublaslt_plan, layouts_are_as_stored) {
    const cublaslt_plan plan(product_of(data_type::bf16));
    EXPECT_EQ(read<std::int32_t>(plan, CUBLASLT_MATMUL_DESC_TRANSA), CUBLAS_OP_T);
    EXPECT_EQ(read<std::int32_t>(plan, CUBLASLT_MATMUL_DESC_TRANSB), CUBLAS_OP_N);
    EXPECT_EQ(read<std::uint64_t>(plan.a.get(), CUBLASLT_MATRIX_LAYOUT_ROWS), 80u);
    EXPECT_EQ(read<std::uint64_t>(plan.a.get(), CUBLASLT_MATRIX_LAYOUT_COLS), 48u);
    EXPECT_EQ(read<std::int64_t>(plan.a.get(), CUBLASLT_MATRIX_LAYOUT_LD), 80);
    EXPECT_EQ(read<std::int64_t>(plan.b.get(), CUBLASLT_MATRIX_LAYOUT_LD), 80);
    EXPECT_EQ(read<std::int64_t>(plan.d.get(), CUBLASLT_MATRIX_LAYOUT_LD), 48);
    EXPECT_EQ(read<std::int32_t>(plan.d.get(), CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT), 1);
    EXPECT_EQ(read<std::uint32_t>(plan.a.get(), CUBLASLT_MATRIX_LAYOUT_TYPE),
              static_cast<std::uint32_t>(CUDA_R_16BF));
}

TEST(cublaslt_plan, a_batch_has_its_strides_and_its_true_alignment) {
    problem asked = product_of(data_type::bf16);
    asked.m = 3;
    asked.n = 5;
    asked.k = 7;
    asked.batch = 4;
    const cublaslt_plan plan(asked);
    EXPECT_EQ(read<std::int32_t>(plan.d.get(), CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT), 4);
    EXPECT_EQ(read<std::int64_t>(plan.d.get(), CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET), 15);
    EXPECT_EQ(read<std::uint32_t>(plan, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES), 2u);
    EXPECT_EQ(read<std::uint32_t>(cublaslt_plan(product_of(data_type::bf16)),
                                  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES),
              256u);
}

TEST(cublaslt_plan, workspace_and_reductions_are_set_not_inherited) {
    const cublaslt_plan bf16(product_of(data_type::bf16));
    EXPECT_EQ(read<std::uint64_t>(bf16, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES),
              default_workspace_bytes);
    EXPECT_EQ(read<std::uint32_t>(bf16, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK),
              static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
    EXPECT_EQ(read<std::uint32_t>(cublaslt_plan(product_of(data_type::fp32)),
                                  CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK),
              static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_MASK));
}

TEST(cublaslt_plan, fast_accumulation_is_off_unless_asked_for) {
    problem asked = product_of(data_type::fp8_e4m3);
    EXPECT_EQ(read<std::int8_t>(cublaslt_plan(asked), CUBLASLT_MATMUL_DESC_FAST_ACCUM), 0);
    asked.fast_accumulate = true;
    EXPECT_EQ(read<std::int8_t>(cublaslt_plan(asked), CUBLASLT_MATMUL_DESC_FAST_ACCUM), 1);
}

TEST(cublaslt_plan, an_algorithm_is_told_in_words) {
    cublasLtMatmulAlgo_t empty{};
    EXPECT_NE(in_words(empty).find("split-k"), std::string::npos) << in_words(empty);
}

} // namespace
} // namespace dyno::gemm
