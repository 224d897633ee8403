// Where a command's product goes: a file that does not exist yet, or the standard output.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.hpp"

#include <string>

namespace dyno::results {

/// Writes to `path`, or to the console if it is empty or "-". Throws dyno::error if the file exists
/// already: run files are never overwritten.
void write_output(const std::string& path, const std::string& text, const console& to);

} // namespace dyno::results
