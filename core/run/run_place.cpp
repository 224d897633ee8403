// SPDX-License-Identifier: Apache-2.0
#include "run/run_place.hpp"

#include "record/error.hpp"
#include "record/reader.hpp"
#include "run/journal.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dyno {
namespace {

namespace fs = std::filesystem;

/// Looking back further costs more than a ready command line is worth.
constexpr std::size_t most_looked_at = 20;
constexpr std::uintmax_t largest_looked_at = std::uintmax_t{64} << 20;

/// "2026-01-31T12:00:00Z" as "20260131-120000".
std::string compact_time(const std::string& utc) {
    std::string text;
    for (const char c : utc) {
        if (c == 'T') {
            text += '-';
        } else if (c >= '0' && c <= '9') {
            text += c;
        }
    }
    return text;
}

std::string default_name(const record::run_file& head) {
    return compact_time(head.started) + "_" + file_name_part(head.scenario_name) + "_" +
           file_name_part(head.device.name) + ".json";
}

bool has_figures(const record::run_file& run) {
    return std::any_of(run.launches.begin(), run.launches.end(),
                       [](const auto& l) { return l.status == record::status::ok; });
}

/// A link that leads nowhere is something, too.
bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

bool is_taken(const fs::path& file) {
    return is_there(file) || is_there(journal_path(file));
}

} // namespace

std::string file_name_part(const std::string& text) {
    constexpr std::size_t longest = 60;
    std::string part;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '.' || c == '_';
        if (plain) {
            part += c;
        } else if (!part.empty() && part.back() != '-') {
            part += '-';
        }
    }
    part = part.substr(0, longest);
    while (!part.empty() && (part.back() == '-' || part.back() == '.')) {
        part.pop_back();
    }
    return part.empty() ? "unnamed" : part;
}

fs::path place_run_file(const std::string& output, const record::run_file& head) {
    std::error_code failure;
    fs::path file = output;
    // "new/" means a folder, too, one that is still to be made.
    if (!file.has_filename() || fs::is_directory(file, failure)) {
        const fs::path folder = output.empty() ? fs::path("results") : file;
        file = folder / default_name(head);
        for (int i = 2; is_taken(file); ++i) {
            file = folder / (fs::path(default_name(head)).stem().string() + "-" +
                             std::to_string(i) + ".json");
        }
    }
    if (is_taken(file)) {
        throw error(file.string() + ": is there already, and a run file is never overwritten; "
                                    "choose another --output");
    }
    if (file.has_parent_path()) {
        fs::create_directories(file.parent_path(), failure);
        if (failure) {
            throw nothing_to_measure(file.parent_path().string() +
                                     ": cannot make this folder: " + failure.message());
        }
    }
    return file;
}

fs::path newest_comparable(const fs::path& run_file, const record::run_file& run) {
    if (!has_figures(run)) {
        return {};
    }
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code failure;
    const fs::path folder = run_file.has_parent_path() ? run_file.parent_path() : fs::path(".");
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        std::error_code ignored;
        if (at->path().extension() == ".json" && at->path().filename() != run_file.filename() &&
            at->is_regular_file(ignored) && at->file_size(ignored) <= largest_looked_at) {
            files.emplace_back(at->last_write_time(ignored), at->path());
        }
    }
    std::sort(files.rbegin(), files.rend());
    files.resize(std::min(files.size(), most_looked_at));
    for (const auto& [time, path] : files) {
        try {
            const record::run_file other = record::read_run_file(path);
            if (other.state == record::run_state::complete &&
                other.scenario_name == run.scenario_name && other.device.name == run.device.name &&
                has_figures(other)) {
                return path;
            }
        } catch (const std::exception&) {
            // Not a run file of ours, or one for which there is no memory: this is a hint only.
        }
    }
    return {};
}

} // namespace dyno
