// What a plugin declares, found out in a child process, so that a plugin that hangs or crashes when
// it is loaded costs one line. Answers are cached by path, size, time of change and build-id.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/children.hpp"
#include "record/declaration.hpp"

#include <filesystem>

namespace dyno {

/// First argument of this program as the describe child; the plugin's path follows.
inline constexpr const char* describe_argument = "__describe";

class plugin_describer {
public:
    /// An empty `cache` keeps no answers.
    plugin_describer(children& processes, std::filesystem::path cache);

    /// Throws dyno::error: the plugin's own trouble, how the child ended, or the time limit.
    [[nodiscard]] record::plugin_declaration describe(const std::filesystem::path& plugin);

private:
    [[nodiscard]] record::plugin_declaration ask(const std::filesystem::path& plugin);

    children& m_processes;
    std::filesystem::path m_cache;
};

/// `$XDG_CACHE_HOME/gpudyno/describe` or `~/.cache/…`; empty if neither variable is set.
[[nodiscard]] std::filesystem::path describe_cache_folder();

/// The child's side: loads the plugin, writes its declaration on the channel and ends the process.
/// If that goes wrong, says why on stderr and returns the exit status.
[[nodiscard]] int describe_main(const std::filesystem::path& plugin);

} // namespace dyno
