// The runner's command line: parsed with CLI11, one file a command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run/exit_code.hpp"

namespace dyno {

/// Parses and runs. Usage errors are told on stderr and are exit_code::usage. `runner FILE` is
/// short for `runner run FILE`; an unknown first word that is no file gets the nearest command.
[[nodiscard]] exit_code run_command_line(int count, char** arguments);

} // namespace dyno
