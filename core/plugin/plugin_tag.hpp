// The tag of a plugin, read from its file without opening it as a library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace dyno {

/// What the note `.note.dyno` of a plugin says (dyno/plugin.h), and the file's build-id.
struct plugin_tag {
    std::string name;
    std::string version;
    std::uint32_t abi = 0;
    std::string build_id; ///< in hexadecimal; empty if the file has none
};

/// Reads the tag. Throws dyno::error with a message of its own for each kind of file that is no
/// usable plugin: not there, not readable, a folder, not an ELF file, built for another machine,
/// a library without the note, a damaged note. The ABI is not judged here.
[[nodiscard]] plugin_tag read_plugin_tag(const std::filesystem::path& path);

/// Why a plugin of this ABI cannot be used by this host; empty if it can.
[[nodiscard]] std::string why_abi_differs(std::uint32_t abi);

/// "1.0" for 0x00010000.
[[nodiscard]] std::string abi_text(std::uint32_t abi);

} // namespace dyno
