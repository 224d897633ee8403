// The test program; with another first argument, a process in which the engine runs one case and
// says what came of it.
// SPDX-License-Identifier: Apache-2.0
#include "measure/benchmark_engine.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <exception>
#include <string_view>

int main(int count, char** arguments) {
    if (count == 2 && arguments[1] == std::string_view("__engine")) {
        try {
            dyno::run_in_engine("x", 2, [] { return std::vector<double>{1, 2}; });
            std::puts("measured");
        } catch (const std::exception& failure) {
            std::puts(failure.what());
        }
        return 0;
    }
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
