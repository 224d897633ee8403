// The CUDA workload on a real card: every data type, layout and library at small, ragged shapes.
//
// Answers are checked by the workload itself; answer_check_test.cpp shows that its check sees
// planted errors. Bounds on times are loose and one-sided.
//
// SPDX-License-Identifier: Apache-2.0
#include "cublaslt_product.hpp"
#include "cublaslt_tuning.hpp"
#include "gemm_cuda.hpp"
#include "recording_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace dyno::gemm {
namespace {

using testing::drive;
using ::testing::HasSubstr;
using testing::outcome;
using testing::recording_host;
using given = std::map<std::string, std::string>;

const dyno_workload& entry = detail::adapter<gemm_cuda>::entry;

class gemm_gpu : public ::testing::Test {
protected:
    void SetUp() override {
        int count = 0;
        if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
            FAIL() << "no CUDA device: these tests are registered only where one is";
        }
        require_success(cudaSetDevice(0), "cudaSetDevice");
        cudaDeviceProp properties{};
        require_success(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
        m_name = properties.name;
        m_sm = properties.major * 10 + properties.minor;
        // A stream that waits for no other, as the runner's: work on the default stream would show
        // as a wrong answer.
        cudaStream_t stream = nullptr;
        require_success(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
                        "cudaStreamCreateWithFlags");
        m_stream.reset(stream);
    }

    [[nodiscard]] dyno_device card() const {
        return {sizeof(dyno_device), DYNO_CUDA, 0, m_sm, m_name.c_str(), m_stream.get()};
    }

    outcome launch(recording_host& host) const { return drive(entry, host, card(), 2, 3); }

    outcome launch(const given& parameters) const {
        recording_host host(entry, parameters);
        return launch(host);
    }

    std::string m_name;
    int m_sm = 0;
    owned<CUstream_st, cudaStreamDestroy> m_stream;
};

std::string words(const given& parameters) {
    std::string text;
    for (const auto& [name, value] : parameters) {
        text += name + "=" + value + " ";
    }
    return text;
}

struct shape {
    const char* m;
    const char* n;
    const char* k;
};

TEST_F(gemm_gpu, floating_point_types_are_right_at_every_shape_layout_and_library) {
    for (const char* dtype : {"\"fp64\"", "\"fp32\"", "\"tf32\"", "\"bf16\"", "\"fp16\""}) {
        const bool needs_ampere =
            dtype == std::string("\"tf32\"") || dtype == std::string("\"bf16\"");
        for (const char* transpose : {"\"nn\"", "\"nt\"", "\"tn\"", "\"tt\""}) {
            for (const auto& [m, n, k] :
                 {shape{"1", "1", "1"}, shape{"1", "1", "4097"}, shape{"33", "17", "7"},
                  shape{"127", "65", "129"}, shape{"256", "136", "512"}}) {
                for (const char* batch : {"1", "3"}) {
                    for (const char* library : {"\"cublaslt\"", "\"cublas\""}) {
                        given parameters = {{"dtype", dtype},
                                            {"transpose", transpose},
                                            {"m", m},
                                            {"n", n},
                                            {"k", k},
                                            {"batch", batch},
                                            {"library", library}};
                        if (library == std::string("\"cublaslt\"")) {
                            parameters["algorithm"] = "\"first\"";
                        }
                        const outcome result = launch(parameters);
                        if (needs_ampere && m_sm < 80) {
                            EXPECT_EQ(result.status, DYNO_SKIP) << words(parameters);
                        } else {
                            EXPECT_EQ(result.status, DYNO_OK)
                                << words(parameters) << result.call << ": " << result.message;
                        }
                    }
                }
            }
        }
    }
}

TEST_F(gemm_gpu, fp16_summed_in_fp16_is_right) {
    for (const char* library : {"\"cublaslt\"", "\"cublas\""}) {
        for (const auto& [m, n, k] :
             {shape{"33", "17", "7"}, shape{"128", "64", "512"}, shape{"256", "256", "4096"}}) {
            recording_host host(entry, {{"dtype", "\"fp16\""},
                                        {"accumulate", "\"fp16\""},
                                        {"m", m},
                                        {"n", n},
                                        {"k", k},
                                        {"library", library}});
            const outcome result = launch(host);
            EXPECT_EQ(result.status, DYNO_OK) << library << k << result.message;
            EXPECT_EQ(host.peaks, std::vector<std::string>{"fp16_acc16"});
            std::cout << "fp16 in fp16, k " << k << ": " << host.notes["answer"] << "\n";
        }
    }
}

TEST_F(gemm_gpu, fp8_is_right_or_skipped_with_its_reason) {
    for (const char* fast : {"false", "true"}) {
        for (const auto& [m, n, k] : {shape{"16", "16", "16"}, shape{"64", "48", "80"},
                                      shape{"256", "256", "512"}, shape{"256", "256", "4096"}}) {
            recording_host host(entry, {{"dtype", "\"fp8_e4m3\""},
                                        {"fast_accumulate", fast},
                                        {"m", m},
                                        {"n", n},
                                        {"k", k}});
            const outcome result = launch(host);
            if (m_sm >= 89 && std::string(k).size() < 3) {
                // The library may have nothing for so few terms.
                EXPECT_TRUE(result.status == DYNO_OK || result.status == DYNO_SKIP)
                    << fast << " " << k << ": " << result.message;
            } else if (m_sm >= 89) {
                EXPECT_EQ(result.status, DYNO_OK) << fast << " " << k << ": " << result.message;
            } else {
                EXPECT_EQ(result.status, DYNO_SKIP);
            }
            std::cout << "fp8, fast_accumulate " << fast << ", k " << k << ": "
                      << host.notes["answer"] << "\n";
        }
    }
    EXPECT_EQ(launch({{"dtype", "\"fp8_e4m3\""}, {"m", "64"}, {"n", "64"}, {"k", "520"}}).status,
              DYNO_SKIP);
}

TEST_F(gemm_gpu, int8_is_exact_or_skipped_with_its_reason) {
    for (const char* library : {"\"cublaslt\"", "\"cublas\""}) {
        for (const auto& [m, n, k] : {shape{"32", "20", "64"}, shape{"256", "136", "512"}}) {
            recording_host host(
                entry, {{"dtype", "\"int8\""}, {"m", m}, {"n", n}, {"k", k}, {"library", library}});
            const outcome result = launch(host);
            EXPECT_EQ(result.status, DYNO_OK) << library << ": " << result.message;
            ASSERT_FALSE(host.works.empty());
            EXPECT_EQ(host.works[0].first, "OP");
        }
    }
    const outcome ragged = launch({{"dtype", "\"int8\""}, {"m", "64"}, {"n", "64"}, {"k", "510"}});
    EXPECT_EQ(ragged.status, DYNO_SKIP);
    EXPECT_EQ(ragged.call, "check");
    // What only the library knows is at worst skipped, never failed.
    for (const char* transpose : {"\"nn\"", "\"nt\"", "\"tt\""}) {
        const outcome result =
            launch({{"dtype", "\"int8\""}, {"size", "64"}, {"transpose", transpose}});
        EXPECT_TRUE(result.status == DYNO_OK || result.status == DYNO_SKIP) << result.message;
    }
}

TEST_F(gemm_gpu, inputs_of_every_kind_are_right) {
    for (const char* input : {"\"normal\"", "\"uniform\"", "\"zeros\""}) {
        for (const char* dtype : {"\"fp32\"", "\"fp16\"", "\"int8\""}) {
            const outcome result = launch({{"dtype", dtype}, {"input", input}, {"size", "128"}});
            EXPECT_EQ(result.status, DYNO_OK) << input << dtype << ": " << result.message;
        }
    }
}

TEST_F(gemm_gpu, fp32_is_ieee_and_tf32_is_not) {
    if (m_sm < 80) {
        GTEST_SKIP() << "no TF32 on this card";
    }
    for (const char* library : {"\"cublaslt\"", "\"cublas\""}) {
        recording_host fp32(entry, {{"dtype", "\"fp32\""}, {"size", "1024"}, {"library", library}});
        const outcome ieee = launch(fp32);
        EXPECT_EQ(ieee.status, DYNO_OK) << ieee.message;
        recording_host tf32(entry, {{"dtype", "\"tf32\""}, {"size", "1024"}, {"library", library}});
        const outcome fast = launch(tf32);
        EXPECT_EQ(fast.status, DYNO_OK) << fast.message;
        if (std::getenv("NVIDIA_TF32_OVERRIDE") == nullptr) {
            EXPECT_TRUE(tf32.warnings.empty()) << tf32.warnings.front();
        }
        std::cout << library << " fp32: " << fp32.notes["answer"]
                  << "; tf32: " << tf32.notes["answer"] << "\n";
    }
}

TEST_F(gemm_gpu, tuning_says_what_it_chose_in_bounded_time) {
    for (const char* dtype :
         {"\"fp64\"", "\"fp32\"", "\"tf32\"", "\"bf16\"", "\"fp16\"", "\"fp8_e4m3\"", "\"int8\""}) {
        for (const char* size : {"256", "4096"}) {
            recording_host host(entry, {{"dtype", dtype}, {"size", size}});
            const auto begin = std::chrono::steady_clock::now();
            const outcome result = launch(host);
            const double spent =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            EXPECT_TRUE(result.status == DYNO_OK || result.status == DYNO_SKIP) << result.message;
            if (result.status == DYNO_OK) {
                EXPECT_THAT(host.notes.at("algorithm"), HasSubstr("tile "));
                EXPECT_FALSE(host.notes.at("algorithm_choice").empty());
                EXPECT_LT(spent, 10) << "inputs, tuning and check";
                std::cout << dtype << " " << size << ": " << host.notes["algorithm_index"] << " of "
                          << host.notes["algorithm_candidates"] << " (" << host.notes["algorithm"]
                          << "), " << host.notes["algorithm_choice"] << ", workspace "
                          << host.notes["workspace_used"] << ", answer " << host.notes["answer"]
                          << ", " << spent << " s\n";
            }
            for (const std::string& warning : host.warnings) {
                std::cout << "  warning: " << warning << "\n";
            }
        }
    }
}

TEST_F(gemm_gpu, no_workspace_is_a_workspace_too) {
    recording_host host(entry, {{"dtype", "\"fp16\""}, {"size", "512"}, {"workspace", "0"}});
    const outcome result = launch(host);
    EXPECT_EQ(result.status, DYNO_OK) << result.message;
    EXPECT_EQ(host.notes.at("workspace_used"), "0 B");
    EXPECT_EQ(launch({{"size", "512"}, {"workspace", "0"}, {"library", "\"cublas\""}}).status,
              DYNO_OK);
}

TEST_F(gemm_gpu, more_memory_than_the_card_has_is_oom_in_words) {
    // 1.4 TiB for each matrix.
    const outcome result = launch({{"dtype", "\"fp64\""}, {"size", "430000"}});
    EXPECT_EQ(result.status, DYNO_OOM);
    EXPECT_EQ(result.call, "prepare");
    EXPECT_THAT(result.message, HasSubstr("cudaMalloc: cudaErrorMemoryAllocation"));
    EXPECT_THAT(result.message, HasSubstr("asked for matrix A"));
    EXPECT_THAT(result.message, HasSubstr("free; make m, n, k, batch or workspace smaller"));
    EXPECT_EQ(launch({{"size", "64"}}).status, DYNO_OK) << "the error left nothing behind";
}

TEST_F(gemm_gpu, nothing_is_left_on_the_card) {
    const auto free_bytes = [] {
        std::size_t free = 0;
        std::size_t total = 0;
        require_success(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
        return free;
    };
    const given parameters = {{"dtype", "\"fp32\""}, {"size", "4096"}, {"algorithm", "\"first\""}};
    ASSERT_EQ(launch(parameters).status, DYNO_OK); // what the libraries keep for themselves
    const std::size_t before = free_bytes();
    for (int i = 0; i < 5; ++i) {
        ASSERT_EQ(launch(parameters).status, DYNO_OK);
    }
    EXPECT_LT(before - std::min(before, free_bytes()), std::size_t{64} << 20);
}

TEST_F(gemm_gpu, enqueueing_takes_the_host_under_ten_microseconds) {
    for (const char* library : {"\"cublaslt\"", "\"cublas\""}) {
        recording_host host(entry, {{"dtype", "\"fp16\""}, {"size", "64"}, {"library", library}});
        const dyno_device device = card();
        void* state = nullptr;
        ASSERT_EQ(entry.create(host.services(), &device, &state), DYNO_OK);
        ASSERT_EQ(entry.prepare(state), DYNO_OK) << host.failure;
        std::vector<double> microseconds;
        for (int i = 0; i < 500; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            ASSERT_EQ(entry.run(state), DYNO_OK);
            microseconds.push_back(
                std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
                    .count());
            if (i % 100 == 99) {
                cudaStreamSynchronize(m_stream.get()); // a full launch queue would block
            }
        }
        entry.destroy(state);
        std::nth_element(microseconds.begin(), microseconds.begin() + 250, microseconds.end());
        std::cout << library << " enqueues in " << microseconds[250] << " us\n";
        EXPECT_LT(microseconds[250], 10);
    }
}

TEST_F(gemm_gpu, a_product_that_never_ran_is_invalid) {
    recording_host host(entry, {{"size", "128"}});
    const outcome result = drive(entry, host, card(), 3, 0);
    EXPECT_EQ(result.status, DYNO_INVALID);
    EXPECT_THAT(result.message, HasSubstr("16384 of 16384 entries were never written"));
}

TEST_F(gemm_gpu, large_products_are_right_in_every_part) {
    // D of 1 GiB: copied back in parts; A and B made in parts.
    const outcome result =
        launch({{"dtype", "\"fp32\""}, {"size", "16384"}, {"algorithm", "\"first\""}});
    EXPECT_EQ(result.status, DYNO_OK) << result.message;
}

} // namespace
} // namespace dyno::gemm
