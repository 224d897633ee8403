// cuBLAS's types and the limits of cards.
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_support.hpp"

#include <cstring>
#include <stdexcept>

namespace dyno::gemm {
namespace {

std::string needs(const problem& asked, int least, int sm) {
    return std::string(name_of(asked.type)) + " products need compute capability " +
           std::to_string(least / 10) + "." + std::to_string(least % 10) + "; this device has " +
           std::to_string(sm / 10) + "." + std::to_string(sm % 10);
}

/// cuBLAS takes these types only if every column begins at a multiple of so many elements.
std::optional<std::string> misaligned(const problem& asked, std::int64_t multiple) {
    for (const auto& [name, rows] : {std::pair{"A", asked.a().rows}, std::pair{"B", asked.b().rows},
                                     std::pair{"D", asked.d().rows}}) {
        if (rows % multiple != 0) {
            return std::string(name_of(asked.type)) + " needs stored columns of a multiple of " +
                   std::to_string(multiple) + " elements; those of " + name + " have " +
                   std::to_string(rows);
        }
    }
    return std::nullopt;
}

std::optional<std::string> impossible_fp8(const problem& asked, int sm) {
    if (sm < 89) {
        return needs(asked, 89, sm);
    }
    if (asked.library == blas_library::cublas) {
        return "fp8_e4m3 products are in cuBLASLt only; set library = \"cublaslt\"";
    }
    // cuBLASLt answers NN and NT with NOT_SUPPORTED on Ada and Hopper.
    if (sm < 100 && !(asked.transpose_a && !asked.transpose_b)) {
        return "fp8_e4m3 on compute capability 8.9 and 9.0 needs transpose = \"tn\"";
    }
    return misaligned(asked, 16);
}

} // namespace

cublas_types types_for(const problem& asked) {
    switch (asked.type) {
    case data_type::fp64:
        return {CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F};
    case data_type::fp32:
        return {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F};
    case data_type::tf32:
        return {CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F};
    case data_type::bf16:
        return {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF};
    case data_type::fp16:
        if (asked.sum == accumulator::fp16) {
            return {CUBLAS_COMPUTE_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F};
        }
        return {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F};
    case data_type::fp8_e4m3:
        return {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_8F_E4M3, CUDA_R_16BF};
    case data_type::int8:
        return {CUBLAS_COMPUTE_32I, CUDA_R_32I, CUDA_R_8I, CUDA_R_32I};
    }
    throw std::logic_error("unknown data type");
}

scale_factor::scale_factor(cudaDataType_t type, double value) {
    const auto put = [this](number_format format, double number) {
        const std::uint64_t bits = encode(format, number);
        std::memcpy(m_bytes.data(), &bits, bytes_of(format));
    };
    switch (type) {
    case CUDA_R_64F:
        put(number_format::fp64, value);
        break;
    case CUDA_R_32F:
        put(number_format::fp32, value);
        break;
    case CUDA_R_16F:
        put(number_format::fp16, value);
        break;
    case CUDA_R_32I:
        put(number_format::int32, value);
        break;
    default:
        throw std::logic_error("not a scale type of cuBLAS");
    }
}

std::optional<std::string> impossible_on_cuda(const problem& asked, int sm) {
    if (auto reason = impossible(asked)) {
        return reason;
    }
    if (asked.threads != 0) {
        return "threads has no meaning on a CUDA device; leave it out";
    }
    if (asked.library == blas_library::cublas && asked.algorithm != algorithm_choice::tuned) {
        return "cuBLAS chooses its algorithm itself; leave algorithm out, or set library = "
               "\"cublaslt\"";
    }
    switch (asked.type) {
    case data_type::tf32:
    case data_type::bf16:
        if (sm < 80) {
            return needs(asked, 80, sm);
        }
        return std::nullopt;
    case data_type::fp8_e4m3:
        return impossible_fp8(asked, sm);
    case data_type::int8:
        return misaligned(asked, 4);
    default:
        return std::nullopt;
    }
}

} // namespace dyno::gemm
