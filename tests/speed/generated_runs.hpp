// Run files of any size, drawn from a seed, shaped like recorded ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

struct run_shape {
    std::size_t cases = 0;
    std::size_t launches = 5; ///< of each case
    std::size_t samples = 30; ///< of each launch; 0: values only
    /// With host times, a rate and telemetry: then a case is two rows of a comparison and holds
    /// four times the samples. Without it a launch has its time, what was loaded and how it was
    /// measured, and a case is one row.
    bool is_whole = false;
};

/// Writes one complete run, whose launches scatter by 0.5 % around its cases' times, 1 % of the
/// cases being 5 % slower if `is_slower`. Throws dyno::error if it cannot be written.
void write_generated_run(const std::filesystem::path& path, const run_shape& shape,
                         std::uint64_t seed, const std::string& started, bool is_slower);
