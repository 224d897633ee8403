// The workload on the CPU, whole launches against a naive product.
//
// SPDX-License-Identifier: Apache-2.0
#include "blas.hpp"
#include "gemm_cpu.hpp"
#include "naive_product.hpp"
#include "recording_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dyno::gemm {
namespace {

using testing::cpu_device;
using testing::drive;
using ::testing::HasSubstr;
using testing::outcome;
using testing::recording_host;
using given = std::map<std::string, std::string>;

const dyno_workload& entry = detail::adapter<gemm_cpu>::entry;

outcome launch(const given& parameters) {
    recording_host host(entry, parameters);
    return drive(entry, host, cpu_device());
}

problem read(const given& parameters) {
    const recording_host recorder(entry, parameters);
    return read_problem(host(recorder.services()));
}

TEST(gemm_cpu, every_small_and_ragged_shape_is_right) {
    struct shape {
        const char* m;
        const char* n;
        const char* k;
    };
    for (const char* dtype : {"\"fp32\"", "\"fp64\""}) {
        for (const char* transpose : {"\"nn\"", "\"nt\"", "\"tn\"", "\"tt\""}) {
            for (const auto& [m, n, k] : {shape{"1", "1", "1"}, shape{"1", "17", "300"},
                                          shape{"33", "1", "7"}, shape{"127", "65", "129"}}) {
                for (const char* batch : {"1", "3"}) {
                    const given parameters = {{"dtype", dtype}, {"transpose", transpose},
                                              {"m", m},         {"n", n},
                                              {"k", k},         {"batch", batch}};
                    const outcome result = launch(parameters);
                    EXPECT_EQ(result.status, DYNO_OK) << result.call << ": " << result.message;
                }
            }
        }
    }
}

TEST(gemm_cpu, agrees_with_the_definition_entry_by_entry) {
    for (const char* transpose : {"\"nn\"", "\"nt\"", "\"tn\"", "\"tt\""}) {
        const problem asked = read({{"dtype", "\"fp64\""},
                                    {"transpose", transpose},
                                    {"m", "5"},
                                    {"n", "7"},
                                    {"k", "3"},
                                    {"batch", "2"}});
        host_memory a(asked.a().bytes());
        host_memory b(asked.b().bytes());
        host_memory d(asked.d().bytes());
        random_values(asked.a().format, asked.input, asked.seed, 1).fill(0, a.bytes());
        random_values(asked.b().format, asked.input, asked.seed, 2).fill(0, b.bytes());
        multiply(asked, a.data(), b.data(), d.data());
        const std::vector<std::byte> naive = naive_product<double>(asked);
        for (std::size_t i = 0; i < naive.size(); i += sizeof(double)) {
            double seen = 0;
            double right = 0;
            std::memcpy(&seen, d.data() + i, sizeof seen);
            std::memcpy(&right, naive.data() + i, sizeof right);
            EXPECT_NEAR(seen, right, 1e-13) << transpose << " " << i / sizeof(double);
        }
    }
}

TEST(gemm_cpu, says_its_work_and_its_library) {
    recording_host host(entry, {{"size", "64"}, {"dtype", "\"fp64\""}});
    ASSERT_EQ(drive(entry, host, cpu_device()).status, DYNO_OK);
    ASSERT_EQ(host.works.size(), 1u);
    EXPECT_EQ(host.works[0].first, "FLOP");
    EXPECT_EQ(host.works[0].second, 2.0 * 64 * 64 * 64);
    EXPECT_TRUE(host.peaks.empty()) << "there is no peak table of CPUs";
    EXPECT_FALSE(host.notes.at("blas").empty());
    EXPECT_THAT(host.notes.at("answer"), HasSubstr("entries, max |error| / sum |ab|"));
    EXPECT_TRUE(host.mistakes.empty());
}

TEST(gemm_cpu, contradictions_are_refused_before_any_device) {
    const outcome result = launch({{"size", "64"}, {"m", "64"}});
    EXPECT_EQ(result.status, DYNO_FAIL);
    EXPECT_EQ(result.call, "check");
    EXPECT_THAT(result.message, HasSubstr("give size or m, n and k"));
}

TEST(gemm_cpu, what_a_cpu_cannot_do_is_skipped_before_any_device) {
    const auto reason = [](given parameters) {
        parameters["size"] = "64";
        const outcome result = launch(parameters);
        EXPECT_EQ(result.status, DYNO_SKIP);
        EXPECT_EQ(result.call, "check");
        return result.message;
    };
    EXPECT_THAT(reason({{"dtype", "\"bf16\""}}), HasSubstr("the CPU's BLAS has fp32 and fp64"));
    EXPECT_THAT(reason({{"dtype", "\"int8\""}}), HasSubstr("int8"));
    EXPECT_THAT(reason({{"algorithm", "\"first\""}}), HasSubstr("algorithm has no meaning"));
    EXPECT_THAT(reason({{"library", "\"cublas\""}}), HasSubstr("library has no meaning"));
    EXPECT_THAT(reason({{"workspace", "0"}}), HasSubstr("workspace has no meaning"));
    EXPECT_THAT(reason({{"accumulate", "\"fp16\""}}), HasSubstr("no library sums fp32"));
}

TEST(gemm_cpu, more_memory_than_there_is_is_host_oom_in_words) {
    const outcome result = launch({{"size", "1000000"}});
    EXPECT_EQ(result.status, DYNO_HOST_OOM);
    EXPECT_EQ(result.call, "prepare");
    EXPECT_THAT(result.message, HasSubstr("fp32 1000000 x 1000000 x 1000000, tn needs 10.9 TiB"));
}

TEST(gemm_cpu, threads_are_set_and_noted) {
    if (!has_thread_control()) {
        GTEST_SKIP() << "this BLAS does not say its threads";
    }
    recording_host one(entry, {{"size", "200"}, {"threads", "1"}});
    EXPECT_EQ(drive(entry, one, cpu_device()).status, DYNO_OK);
    EXPECT_EQ(one.notes.at("threads"), "1");
    recording_host two(entry, {{"size", "200"}, {"threads", "2"}});
    EXPECT_EQ(drive(entry, two, cpu_device()).status, DYNO_OK);
    EXPECT_EQ(two.notes.at("threads"), "2");
    const outcome result = launch({{"size", "64"}, {"threads", "4096"}});
    EXPECT_EQ(result.status, DYNO_SKIP);
    EXPECT_THAT(result.message, HasSubstr("threads = 4096: this BLAS took"));
}

TEST(gemm_cpu, a_product_that_never_ran_is_invalid) {
    recording_host host(entry, {{"size", "32"}});
    const outcome result = drive(entry, host, cpu_device(), 1, 0);
    EXPECT_EQ(result.status, DYNO_INVALID);
    EXPECT_EQ(result.call, "report");
    EXPECT_THAT(result.message, HasSubstr("1024 of 1024 entries were never written"));
}

} // namespace
} // namespace dyno::gemm
