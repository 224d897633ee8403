// Where the doctor looks: folders of the loader and of the PATH. `root` stands for "/" in all of
// this folder, so that a test can show it another machine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dyno::doctor {

namespace fs = std::filesystem;

/// A variable of this process; empty if it is not set.
[[nodiscard]] std::string variable(const char* name);

/// The parts of a list with ':' between them, without empty ones.
[[nodiscard]] std::vector<std::string> split_path(const std::string& list);

/// No more folders of LD_LIBRARY_PATH are looked through, each of which may lie on a slow disk.
inline constexpr std::size_t most_library_folders = 256;

/// The first `most_library_folders` folders of LD_LIBRARY_PATH.
[[nodiscard]] std::vector<fs::path> library_path_folders();

/// The folders that the loader's cache is made from: /etc/ld.so.conf with what it includes, and
/// the system's own.
[[nodiscard]] std::vector<fs::path> system_library_folders(const fs::path& root);

/// The first program of this name on the PATH that can be run; empty: none.
[[nodiscard]] fs::path find_program(const std::string& name);

/// The path with links resolved; as it is if that fails.
[[nodiscard]] fs::path resolved(const fs::path& path);

/// What a folder holds, by name; nothing if it cannot be read.
[[nodiscard]] std::vector<fs::path> entries_of(const fs::path& folder);

/// The first of these folders that holds the file; empty: none.
[[nodiscard]] fs::path find_in(const std::vector<fs::path>& folders, const std::string& file);

/// The value behind `#define NAME` in a header; nothing if it is not there.
[[nodiscard]] std::optional<long> defined_number(const fs::path& header, const std::string& name);

} // namespace dyno::doctor
