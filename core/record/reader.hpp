// Reading run files and journals, strictly.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <filesystem>
#include <string_view>

namespace dyno::record {

/// How the name of a journal ends.
inline constexpr std::string_view journal_ending = ".journal.jsonl";

/// Whether the reader keeps the samples of metrics and their starts. A comparison needs none: a
/// launch's value is their median. They are checked either way.
enum class samples { keep = 1, leave_out };

/// Reads a run file or a journal (known by its content). Throws dyno::error that names the file
/// and the place in it: unreadable, not JSON, another format or major version, a key missing or of
/// another type. A journal's last line may be cut short; it is left out then, since that launch
/// did not finish. Keys of a newer minor version are passed over.
[[nodiscard]] run_file read_run_file(const std::filesystem::path& path,
                                     samples keep = samples::keep);

/// The same from text; `name` stands in front of messages.
[[nodiscard]] run_file parse_run_file(std::string_view text, std::string_view name,
                                      samples keep = samples::keep);

} // namespace dyno::record
