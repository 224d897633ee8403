// SPDX-License-Identifier: Apache-2.0
#include "measure/benchmark_engine.hpp"

#include "thrown_message.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>

namespace dyno {
namespace {

TEST(benchmark_engine, takes_the_samples_once) {
    int calls = 0;
    run_in_engine("a case", 3, [&] {
        ++calls;
        return std::vector<double>{0.1, 0.2, 0.3};
    });
    EXPECT_EQ(calls, 1);
}

TEST(benchmark_engine, is_used_again_and_again) {
    int calls = 0;
    for (int i = 1; i <= 50; ++i) {
        run_in_engine("the same case", i, [&] {
            ++calls;
            return std::vector<double>(static_cast<std::size_t>(i), 1e-6);
        });
    }
    EXPECT_EQ(calls, 50);
}

TEST(benchmark_engine, any_name_will_do) {
    for (const std::string name : {"", "/", "a/b:c", ".*", "(", "dtype=bf16 m=1", "\n\xff"}) {
        bool called = false;
        run_in_engine(name, 1, [&] {
            called = true;
            return std::vector<double>{1};
        });
        EXPECT_TRUE(called) << name;
    }
}

TEST(benchmark_engine, times_may_be_anything) {
    for (const double time : {0.0, 1e-12, 1e6}) {
        EXPECT_NO_THROW(run_in_engine("x", 2, [&] { return std::vector<double>(2, time); }));
    }
}

TEST(benchmark_engine, exceptions_come_out_as_they_were) {
    struct odd {
        int number;
    };
    try {
        run_in_engine("x", 1, []() -> std::vector<double> { throw odd{7}; });
        ADD_FAILURE() << "nothing was thrown";
    } catch (const odd& thrown) {
        EXPECT_EQ(thrown.number, 7);
    }
    EXPECT_EQ(thrown_message([] {
                  run_in_engine("x", 1, []() -> std::vector<double> { throw error("words"); });
              }),
              "words");
    bool called = false;
    run_in_engine("x", 1, [&] {
        called = true;
        return std::vector<double>{1};
    });
    EXPECT_TRUE(called) << "and the next one runs";
}

TEST(benchmark_engine, prints_nothing) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    run_in_engine("x", 1, [] { return std::vector<double>{1}; });
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// The engine reads its variables when the program starts, hence another process (main.cpp).
std::string in_a_process_with(const std::string& variable) {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    std::FILE* output =
        ::popen((variable + " '" + self + "' __engine 2>/dev/null | tail -n 1").c_str(), "r");
    std::array<char, 400> line{};
    const bool read = std::fgets(line.data(), line.size(), output) != nullptr;
    ::pclose(output);
    return read ? line.data() : "";
}

TEST(benchmark_engine, that_was_told_not_to_run_is_noticed) {
    EXPECT_EQ(in_a_process_with(""), "measured\n");
    EXPECT_EQ(in_a_process_with("BENCHMARK_LIST_TESTS=1"),
              "the timing engine did not run the case (is a BENCHMARK_… variable set?)\n");
    EXPECT_EQ(in_a_process_with("BENCHMARK_FILTER=nothing"), "measured\n");
    EXPECT_EQ(in_a_process_with("BENCHMARK_MIN_TIME=7"), "measured\n");
    EXPECT_EQ(in_a_process_with("BENCHMARK_REPETITIONS=3"), "measured\n");
}

} // namespace
} // namespace dyno
