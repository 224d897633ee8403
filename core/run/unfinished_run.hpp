// A run that was killed or interrupted, as it was left behind.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <filesystem>
#include <string>

namespace dyno {

/// The path of the run file that somebody means who names it or its journal.
[[nodiscard]] std::filesystem::path run_file_of(const std::string& named);

/// The run with every launch that has ended: those of the journal, and those of a partial run file
/// that a journal written after it does not hold. Its state is `running`. Throws dyno::error if
/// there is neither, or if the run is complete and nothing is left to do.
[[nodiscard]] record::run_file read_unfinished(const std::filesystem::path& run_file);

} // namespace dyno
