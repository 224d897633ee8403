// The runner: what it does is decided by its first argument.
// SPDX-License-Identifier: Apache-2.0
#include "command/command_line.hpp"
#include "display/text.hpp"
#include "doctor/loaded_library.hpp"
#include "plugin/describe.hpp"
#include "record/error.hpp"
#include "run/exit_code.hpp"
#include "run/probe_client.hpp"
#include "run/worker.hpp"

#include <cstdio>
#include <iostream>
#include <string>

namespace {

int ended(const char* reason, dyno::exit_code code) {
    const std::string text = dyno::display::printable_lines(reason);
    std::fprintf(stderr, "runner: %s\n", text.c_str());
    return static_cast<int>(code);
}

bool all_is_printed() {
    std::cout.flush();
    return std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

} // namespace

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
        const exit_code code = run_command_line(count, arguments);
        if (code == exit_code::measured && !all_is_printed()) {
            return ended("cannot write to the standard output", exit_code::nothing);
        }
        return static_cast<int>(code);
    } catch (const nothing_to_measure& failure) {
        return ended(failure.what(), exit_code::nothing);
    } catch (const std::exception& failure) {
        return ended(failure.what(), exit_code::usage);
    }
}
