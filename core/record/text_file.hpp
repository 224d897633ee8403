// Reading and replacing whole text files, with the faults that editors and shells leave in them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace dyno::record {

/// What NUL bytes at a file's end are: a power cut leaves them where the file system had made room
/// for a line that never came.
enum class nul_tail { binary = 1, lost_line };

/// The file's text without a UTF-8 byte-order mark. Throws dyno::error, with the path in front, if
/// it cannot be read, is no regular file, is larger than `most_bytes`, is UTF-16, is binary or has
/// two such marks. A lost line's bytes are left out.
[[nodiscard]] std::string read_text(const std::filesystem::path& path, std::size_t most_bytes,
                                    nul_tail tail = nul_tail::binary);

/// The file's first line without its line break; empty if there is none or it cannot be read.
[[nodiscard]] std::string first_line(const std::filesystem::path& path);

/// Writes a new file beside `path` and renames it into place, so that a reader sees the old or the
/// new text and a full disk loses nothing. Throws dyno::error with the system's own word, and if
/// what stands at `path` is no regular file: a rename would put a file in place of a device or a
/// link.
void replace_text(const std::filesystem::path& path, std::string_view text);

/// The same for a file that is new: false, and nothing is changed, if anything has that name, be it
/// a link that leads nowhere.
[[nodiscard]] bool write_new_text(const std::filesystem::path& path, std::string_view text);

/// Renames `from`, but never onto something that is there: that is false, with EEXIST in errno, as
/// is every other failure.
[[nodiscard]] bool give_name(const std::filesystem::path& from, const std::filesystem::path& to);

/// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
[[nodiscard]] std::string to_valid_utf8(std::string_view text);

} // namespace dyno::record
