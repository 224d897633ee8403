// Run files read for one command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/reader.hpp"
#include "record/run_file.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace dyno::results {

struct loaded_run {
    std::filesystem::path path;
    record::run_file file;
};

/// What could be read, and one line for each file that could not.
struct load_result {
    std::vector<loaded_run> runs;
    std::vector<std::string> failures;
};

/// Called with each run as soon as it is read, from several threads, with its place in the list:
/// to take what is needed from it and let the rest go.
using reduce_run = std::function<void(std::size_t place, record::run_file& run)>;

/// Reads all files, several at a time; runs and failures are in the order of the paths.
[[nodiscard]] load_result try_load_runs(const std::vector<std::filesystem::path>& paths,
                                        record::samples keep, const reduce_run& reduce = {});

/// Reads all files, several at a time; the result is in the order of the paths. Throws dyno::error
/// that holds one line for each file that could not be read.
[[nodiscard]] std::vector<loaded_run> load_runs(const std::vector<std::filesystem::path>& paths,
                                                record::samples keep,
                                                const reduce_run& reduce = {});

/// Whether two files hold the same measurement: the same run, with equal outcomes and values.
[[nodiscard]] bool is_same_run(const record::run_file& a, const record::run_file& b);

/// Leaves each measurement in the list once, since a run given twice is no second run; says so in
/// the lines that come back.
[[nodiscard]] std::vector<std::string> drop_repeated(std::vector<loaded_run>& runs);

} // namespace dyno::results
