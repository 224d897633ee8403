// What a shared library's file says about itself, read without opening it as a library.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dyno::doctor {

/// Where a section lies in the file.
struct elf_section {
    std::uint64_t offset = 0, size = 0; ///< in bytes
};

struct elf_file {
    std::vector<std::string> needed;   ///< SONAMEs, in their order
    std::vector<std::string> rpath;    ///< folders of DT_RPATH; none beside a DT_RUNPATH, as the
                                       ///< loader has it; $ORIGIN filled in
    std::vector<std::string> runpath;  ///< folders of DT_RUNPATH, $ORIGIN filled in
    std::optional<elf_section> fatbin; ///< .nv_fatbin: code for GPUs
};

/// Reads a 64-bit little-endian ELF file. Throws dyno::error if it cannot be read or is none.
[[nodiscard]] elf_file read_elf_file(const std::filesystem::path& path);

} // namespace dyno::doctor
