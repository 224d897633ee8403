// Benchmarks of other tools as runs, so that they can be compared with the same statistics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dyno::results {

/// A file of another tool.
struct foreign_file {
    std::string name, text;
};

/// Google Benchmark's JSON, schema 1. Each iteration entry becomes a launch of its name, over all
/// files; aggregates are left out. Repetitions of one process scatter less than launches do, which
/// the run's warnings say. Throws dyno::error that names the file and the entry.
[[nodiscard]] record::run_file import_google_benchmark(const std::vector<foreign_file>& files);

/// NVBench's JSON, major version 1. Each state of each file becomes a launch; its time is the
/// median of the cold measurement (its mean where an older version has no median). `device`: whose
/// states are taken, where a file has several.
[[nodiscard]] record::run_file import_nvbench(const std::vector<foreign_file>& files,
                                              std::optional<std::int64_t> device);

} // namespace dyno::results
