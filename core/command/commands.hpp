// The commands of the runner. Each writes its answer to stdout, and throws dyno::error for what the
// user can mend.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "display/palette.hpp"
#include "run/exit_code.hpp"
#include "run/preparation.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dyno {

/// `runner run FILE`: measures a scenario, or with dry_run says what would be measured.
[[nodiscard]] exit_code run_command(const run_options& options, const display::palette& colours);

/// `runner --resume=FILE`: goes on with a run that was interrupted.
[[nodiscard]] exit_code resume_command(const run_options& options, const std::string& file,
                                       const display::palette& colours);

/// `runner check FILE`: every error of sense in a scenario, without a device.
[[nodiscard]] exit_code check_command(const run_options& options);

/// `runner list`: the scenarios that can be named without a path.
[[nodiscard]] exit_code list_command();

/// `runner plugins`: what was found, what each offers, why one is not usable.
[[nodiscard]] exit_code plugins_command(const std::vector<std::filesystem::path>& folders,
                                        const display::palette& colours);

/// `runner describe WORKLOAD`: parameters with defaults and ranges, and metrics.
[[nodiscard]] exit_code describe_command(const std::string& workload,
                                         const std::vector<std::filesystem::path>& folders,
                                         const display::palette& colours);

struct doctor_options {
    std::vector<std::filesystem::path> plugin_folders;
    bool json = false;
    bool strict = false; ///< what is doubtful fails too
};

/// `runner doctor`: is this machine set up right? `measured` if nothing is wrong, `failed`
/// otherwise.
[[nodiscard]] exit_code doctor_command(const doctor_options& options,
                                       const display::palette& colours);

/// `runner --version`.
void print_version();

/// The file that is meant: as it stands, or a bare name ("quick") among the scenarios that came
/// with the program. Throws dyno::error with the nearest known name.
[[nodiscard]] std::filesystem::path find_scenario(const std::string& named);

/// The scenarios that came with the program, by name.
[[nodiscard]] std::vector<std::pair<std::string, std::filesystem::path>> known_scenarios();

} // namespace dyno
