// Reading run files and journals, strictly.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <filesystem>
#include <string_view>

namespace dyno::record {

/// Reads a run file or a journal (known by its content). Throws dyno::error that names the file
/// and the place in it: unreadable, not JSON, another format or major version, a key missing or of
/// another type. A journal's last line may be cut short; it is left out then, since that launch
/// did not finish. Keys of a newer minor version are passed over.
[[nodiscard]] run_file read_run_file(const std::filesystem::path& path);

/// The same from text; `name` stands in front of messages.
[[nodiscard]] run_file parse_run_file(std::string_view text, std::string_view name);

} // namespace dyno::record
