// results: reads run files, shows them, and says what changed between them.
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

int main(int count, char** arguments) {
    return static_cast<int>(dyno::results::run_command_line(count, arguments));
}
