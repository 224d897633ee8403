// The CUDA workload where there is no GPU: what it refuses, and how it fails in words.
//
// SPDX-License-Identifier: Apache-2.0
#include "gemm_cuda.hpp"

#include "cuda_status.hpp"
#include "recording_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno::gemm {
namespace {

using testing::drive;
using ::testing::HasSubstr;
using testing::outcome;
using testing::recording_host;

const dyno_workload& entry = detail::adapter<gemm_cuda>::entry;

dyno_device hopper_without_a_stream() {
    return {sizeof(dyno_device), DYNO_CUDA, 0, 90, "NVIDIA H200", nullptr};
}

TEST(gemm_cuda, contradictions_are_refused_before_any_device) {
    recording_host host(entry, {{"size", "9223372036854775807"}});
    const outcome result = drive(entry, host, hopper_without_a_stream());
    EXPECT_EQ(result.status, DYNO_FAIL);
    EXPECT_EQ(result.call, "check");
}

TEST(gemm_cuda, what_the_card_cannot_do_is_skipped_when_it_is_created) {
    recording_host host(entry,
                        {{"size", "64"}, {"dtype", "\"fp8_e4m3\""}, {"transpose", "\"nn\""}});
    const outcome result = drive(entry, host, hopper_without_a_stream());
    EXPECT_EQ(result.status, DYNO_SKIP);
    EXPECT_EQ(result.call, "create");
}

TEST(gemm_cuda, what_no_card_can_do_is_skipped_before_any_device) {
    recording_host host(entry, {{"size", "64"}, {"dtype", "\"bf16\""}, {"accumulate", "\"fp16\""}});
    const outcome result = drive(entry, host, hopper_without_a_stream());
    EXPECT_EQ(result.status, DYNO_SKIP);
    EXPECT_EQ(result.call, "check");
}

TEST(gemm_cuda, without_a_driver_the_call_and_its_error_are_named) {
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) {
        GTEST_SKIP() << "there is a device";
    }
    recording_host host(entry, {{"size", "64"}});
    const outcome result = drive(entry, host, hopper_without_a_stream());
    EXPECT_EQ(result.status, DYNO_FAIL);
    EXPECT_EQ(result.call, "prepare");
    EXPECT_THAT(result.message, HasSubstr("cudaSetDevice: cudaError"));
}

TEST(cuda_status, says_the_call_and_the_librarys_word) {
    EXPECT_NO_THROW(require_success(cudaSuccess, "cudaFree"));
    EXPECT_NO_THROW(require_success(CUBLAS_STATUS_SUCCESS, "cublasGemmEx"));
    try {
        require_success(CUBLAS_STATUS_NOT_SUPPORTED, "cublasGemmEx");
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("cublasGemmEx: CUBLAS_STATUS_NOT_SUPPORTED ("));
    }
    EXPECT_THROW(require_success(cudaErrorMemoryAllocation, "cudaMalloc"), out_of_device_memory);
    EXPECT_THROW(require_success(CUBLAS_STATUS_ALLOC_FAILED, "cublasCreate"), out_of_device_memory);
    EXPECT_EQ(cublas_version_in_words(130100), "13.1.0");
    EXPECT_EQ(cublas_version_in_words(120804), "12.8.4");
}

} // namespace
} // namespace dyno::gemm
