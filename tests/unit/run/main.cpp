// The test program; as a child of itself, the worker and the other children of a run.
// SPDX-License-Identifier: Apache-2.0
#include "plugin/describe.hpp"
#include "record/error.hpp"
#include "run/probe_client.hpp"
#include "run/worker.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string_view>

int main(int count, char** arguments) {
    const std::string_view role = count > 1 ? arguments[1] : "";
    try {
        if (role == dyno::worker_argument) {
            dyno::worker_main();
        }
        if (role == dyno::check_argument) {
            dyno::check_main();
        }
        if (role == dyno::describe_argument && count == 3) {
            return dyno::describe_main(arguments[2]);
        }
        if (role == dyno::probe_argument) {
            return dyno::probe_child();
        }
    } catch (const dyno::error& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 2;
    }
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
