// The runner: what it does is decided by its first argument.
// SPDX-License-Identifier: Apache-2.0
#include "command/command_line.hpp"
#include "doctor/loaded_library.hpp"
#include "plugin/describe.hpp"
#include "record/error.hpp"
#include "run/exit_code.hpp"
#include "run/probe_client.hpp"
#include "run/worker.hpp"

#include <cstdio>
#include <string>

int main(int count, char** arguments) {
    using namespace dyno;
    try {
        const std::string first = count > 1 ? arguments[1] : "";
        if (first == worker_argument) {
            worker_main();
        }
        if (first == check_argument) {
            check_main();
        }
        if (first == describe_argument && count == 3) {
            return describe_main(arguments[2]);
        }
        if (first == doctor::load_argument && count == 3) {
            return doctor::load_main(arguments[2]);
        }
        if (first == probe_argument) {
            return probe_child();
        }
        return static_cast<int>(run_command_line(count, arguments));
    } catch (const nothing_to_measure& failure) {
        std::fprintf(stderr, "runner: %s\n", failure.what());
        return static_cast<int>(exit_code::nothing);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "runner: %s\n", failure.what());
        return static_cast<int>(exit_code::usage);
    }
}
