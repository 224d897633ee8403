// A run in the forms of other tools. Only launches that were ok become numbers: other tools take a
// failed benchmark's 0 for a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <string>

namespace dyno::results {

/// Google Benchmark's JSON, schema 1 (src/json_reporter.cc): one entry a launch, as a repetition of
/// its case; times in nanoseconds. tools/compare.py reads it, with its U test over launches.
[[nodiscard]] std::string export_google_benchmark(const record::run_file& run);

/// The same with one entry a case, the median of its launches: what github-action-benchmark's tool
/// "googlecpp" takes, where names must be unique.
[[nodiscard]] std::string export_github_action(const record::run_file& run);

/// Bencher Metric Format (bencher.dev): the median of each metric with the range of its launches;
/// "latency" in nanoseconds is the time, "throughput" the first rate.
[[nodiscard]] std::string export_bencher(const record::run_file& run);

/// One line for each metric of each launch, and one for each launch that was not ok.
[[nodiscard]] std::string export_csv(const record::run_file& run);

/// OpenMetrics text 1.0: a gauge for each metric, labelled by case, and the launches by status.
[[nodiscard]] std::string export_openmetrics(const record::run_file& run);

} // namespace dyno::results
