// A scenario file with what it extends and what the command line sets, as one tree.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/node.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dyno {

/// Reads the file and, before it, every file that it `extends` (paths relative to it). Tables
/// merge, later wins; lists of [[case]] and [[lever]] are joined, and an entry with an
/// `id` (of levers the `name`) replaces the earlier one with the same. Then each setting
/// "key.key=value" is applied; the key of a case is `case.ID.…`, `case.*.…` are all cases. A value
/// that is no TOML is a text. Throws dyno::error.
[[nodiscard]] node load_scenario_tree(const std::filesystem::path& path,
                                      const std::vector<std::string>& settings);

/// Applies the settings to a tree.
void apply_settings(node& root, const std::vector<std::string>& settings);

} // namespace dyno
