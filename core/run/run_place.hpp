// Where a run file goes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <filesystem>
#include <string>

namespace dyno {

/// The path of a new run file: what `--output` says (a file, or a folder that is there or ends with
/// '/'), else
/// `results/<time>_<scenario>_<device>.json` under the current folder. Makes the folder. Throws
/// dyno::error if the file, or its journal, is there already: nothing is ever overwritten.
[[nodiscard]] std::filesystem::path place_run_file(const std::string& output,
                                                   const record::run_file& head);

/// The text as part of a file name: letters, digits, '.', '_' and '-'; everything else is '-'.
[[nodiscard]] std::string file_name_part(const std::string& text);

/// The newest other complete run file in the same folder that measured the same scenario on the
/// same model of device; empty if there is none.
[[nodiscard]] std::filesystem::path newest_comparable(const std::filesystem::path& run_file,
                                                      const record::run_file& run);

} // namespace dyno
