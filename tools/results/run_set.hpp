// Run files read for one command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/reader.hpp"
#include "record/run_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dyno::results {

struct loaded_run {
    std::filesystem::path path;
    record::run_file file;
};

/// Reads all files, several at a time; the result is in the order of the paths. Throws dyno::error
/// that holds one line for each file that could not be read.
[[nodiscard]] std::vector<loaded_run> load_runs(const std::vector<std::filesystem::path>& paths,
                                                record::samples keep);

/// Whether two files hold the same measurement: the same run, with equal outcomes and values.
[[nodiscard]] bool is_same_run(const record::run_file& a, const record::run_file& b);

/// Leaves each measurement in the list once, since a run given twice is no second run; says so in
/// the lines that come back.
[[nodiscard]] std::vector<std::string> drop_repeated(std::vector<loaded_run>& runs);

} // namespace dyno::results
