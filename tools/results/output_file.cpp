// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include "record/error.hpp"
#include "record/text_file.hpp"

#include <cctype>
#include <unistd.h>

namespace dyno::results {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{4} << 30;

bool is_there(const fs::path& path) {
    std::error_code ignored; // a link that leads nowhere is there, too
    return fs::exists(fs::symlink_status(path, ignored));
}

/// `"format": "gpudyno-run"` anywhere, since a program may have sorted the keys. In the text of a
/// report such quotes are escaped.
bool is_run_file(std::string_view text) {
    constexpr std::string_view key = "\"format\"", word = "\"gpudyno-run\"";
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        std::string_view before = text.substr(0, at);
        const auto drop_blanks = [&] {
            while (!before.empty() && std::isspace(static_cast<unsigned char>(before.back()))) {
                before.remove_suffix(1);
            }
        };
        drop_blanks();
        if (!before.ends_with(':')) {
            continue;
        }
        before.remove_suffix(1);
        drop_blanks();
        if (before.ends_with(key)) {
            return true;
        }
    }
    return false;
}

/// Permissions are asked as well as access: everything is writable to root.
bool is_read_only(const fs::path& path) {
    constexpr fs::perms any =
        fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    std::error_code ignored;
    return ::access(path.c_str(), W_OK) != 0 ||
           (fs::status(path, ignored).permissions() & any) == fs::perms::none;
}

} // namespace

void write_output(const std::string& path, const std::string& text, const console& to) {
    if (path.empty() || path == "-") {
        to.out << text;
        return;
    }
    if (is_there(path)) {
        throw error(path + ": exists already, and is not overwritten");
    }
    record::replace_text(path, text);
}

void check_report_path(const fs::path& path, const std::vector<fs::path>& inputs) {
    if (!is_there(path)) {
        return;
    }
    const auto refuse = [&](const std::string& why) {
        throw error(path.string() + ": " + why + ", and is not overwritten by a report");
    };
    for (const fs::path& input : inputs) {
        std::error_code ignored;
        if (fs::equivalent(path, input, ignored)) {
            refuse("is one of the files to compare");
        }
    }
    std::error_code ignored;
    if (!fs::is_regular_file(fs::symlink_status(path, ignored))) {
        refuse("is not a regular file");
    }
    if (is_read_only(path)) {
        refuse("is read-only");
    }
    if (is_run_file(record::read_text(path, most_bytes))) {
        refuse("is a run file");
    }
}

} // namespace dyno::results
