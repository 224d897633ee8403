// The command line of `results`: its subcommands, and every error as one line with an exit code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exit_code.hpp"

namespace dyno::results {

/// Never throws.
[[nodiscard]] exit_code run_command_line(int count, char** arguments) noexcept;

} // namespace dyno::results
