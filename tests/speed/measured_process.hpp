// A program run to its end, with the time it took and the memory it needed at most.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

struct process_result {
    int exit_code = 0; ///< 128 and more: ended by a signal
    double wall_s = 0;
    double cpu_s = 0; ///< of all its threads: what it needs, however busy the machine is
    /// Highest resident size. Linux counts what the calling process had when it began, so that must
    /// be small.
    std::size_t peak_bytes = 0;
};

/// Runs words[0] with the others as its arguments, its standard output in a file. Throws
/// std::system_error if it cannot be started.
[[nodiscard]] process_result run_measured(const std::vector<std::string>& words,
                                          const std::filesystem::path& output);

/// Calls it in a process of its own, so that its memory goes with it. Throws std::runtime_error if
/// it throws.
void run_apart(const std::function<void()>& call);
