// SPDX-License-Identifier: Apache-2.0
#include "doctor/places.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace dyno::doctor {
namespace {

/// Files that include each other are not followed for ever.
constexpr int most_includes = 4;

void read_loader_file(const fs::path& root, const fs::path& file, int depth,
                      std::vector<fs::path>& folders) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string first, second;
        words >> first >> second;
        if (first == "include" && depth < most_includes) {
            // "/etc/ld.so.conf.d/*.conf" is the only pattern that systems use
            for (const fs::path& one :
                 entries_of(root / fs::path(second).parent_path().relative_path())) {
                if (one.extension() == ".conf") {
                    read_loader_file(root, one, depth + 1, folders);
                }
            }
        } else if (first.starts_with('/')) {
            folders.push_back(root / fs::path(first).relative_path());
        }
    }
}

} // namespace

std::string variable(const char* name) {
    const char* found = std::getenv(name);
    return found != nullptr ? found : "";
}

std::vector<std::string> split_path(const std::string& list) {
    std::vector<std::string> parts;
    std::istringstream in(list);
    for (std::string part; std::getline(in, part, ':');) {
        if (!part.empty()) {
            parts.push_back(part);
        }
    }
    return parts;
}

std::vector<fs::path> library_path_folders() {
    auto parts = split_path(variable("LD_LIBRARY_PATH"));
    parts.resize(std::min(parts.size(), most_library_folders));
    return {parts.begin(), parts.end()};
}

std::vector<fs::path> system_library_folders(const fs::path& root) {
    std::vector<fs::path> folders;
    read_loader_file(root, root / "etc/ld.so.conf", 0, folders);
    for (const char* own : {"lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu", "lib64",
                            "usr/lib64", "lib", "usr/lib"}) {
        folders.push_back(root / own);
    }
    return folders;
}

fs::path find_program(const std::string& name) {
    for (const std::string& folder : split_path(variable("PATH"))) {
        const fs::path candidate = fs::path(folder) / name;
        std::error_code ignored;
        if (fs::is_regular_file(candidate, ignored) && ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
    }
    return {};
}

fs::path resolved(const fs::path& path) {
    std::error_code failure;
    const fs::path found = fs::canonical(path, failure);
    return failure ? path : found;
}

std::vector<fs::path> entries_of(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code failure;
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        entries.push_back(at->path());
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

fs::path find_in(const std::vector<fs::path>& folders, const std::string& file) {
    const auto found = std::find_if(folders.begin(), folders.end(), [&](const fs::path& folder) {
        std::error_code ignored;
        return fs::exists(folder / file, ignored);
    });
    return found == folders.end() ? fs::path() : *found;
}

std::optional<long> defined_number(const fs::path& header, const std::string& name) {
    std::ifstream lines(header);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string define, found;
        long number = 0;
        if (words >> define >> found >> number && define == "#define" && found == name) {
            return number;
        }
    }
    return std::nullopt;
}

} // namespace dyno::doctor
