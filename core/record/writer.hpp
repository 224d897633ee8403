// Writing run files and their journals.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <string>

namespace dyno::record {

/// The whole file as text: one line for each top-level key, each case and each launch. Valid
/// JSON whatever the texts in it hold.
[[nodiscard]] std::string write(const run_file& file);

/// The journal's first line: the run file without its launches.
[[nodiscard]] std::string write_head(const run_file& file);

/// A further line of the journal, exactly as the run file holds it.
[[nodiscard]] std::string write_line(const launch& l);

} // namespace dyno::record
