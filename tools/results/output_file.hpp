// Where a command's product goes: a file that does not exist yet, or the standard output. Only a
// report may take the place of an older file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dyno::results {

/// Writes to `path`, or to the console if it is empty or "-". Throws dyno::error if the file exists
/// already: run files are never overwritten.
void write_output(const std::string& path, const std::string& text, const console& to);

/// Throws dyno::error if a report must not be written to `path`: one of the inputs, a run file,
/// what is no regular file or no text, or what is read-only stands there.
void check_report_path(const std::filesystem::path& path,
                       const std::vector<std::filesystem::path>& inputs);

} // namespace dyno::results
