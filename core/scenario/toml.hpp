// TOML text to a tree of nodes and back; toml.cpp is the only file that knows toml++.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/node.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace dyno {

/// Reads a scenario file. Throws dyno::error: unreadable, too large, another encoding, empty, or
/// the first syntax error with file and line.
[[nodiscard]] node read_toml(const std::filesystem::path& path);

/// One value as TOML writes it ("4096", "\"bf16\"", "[1, 2]"); nothing if it is none.
[[nodiscard]] std::optional<node> parse_toml_value(std::string_view text, const place& at);

/// The tree, which is a table, as TOML text. Read again it is the same tree, its keys in the same
/// order but for those of the top that have no header of their own: they come first.
[[nodiscard]] std::string write_toml(const node& root);

/// Parses text as a whole file; `name` stands in messages.
[[nodiscard]] node parse_toml(std::string_view text, const std::string& name);

} // namespace dyno
