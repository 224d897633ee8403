// SPDX-License-Identifier: Apache-2.0
#include "plugin/describe.hpp"

#include "plugin/loaded_plugin.hpp"
#include "plugin/plugin_tag.hpp"
#include "process/channel.hpp"
#include "record/error.hpp"
#include "record/message.hpp"
#include "record/text_file.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sys/stat.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;

/// Loading LibTorch from a cold disk takes over ten seconds.
constexpr std::chrono::seconds time_limit{60};
constexpr std::size_t most_answer_bytes = 16 << 20;
/// Raised when the meaning of a cached answer changes.
constexpr int cache_version = 1;

/// FNV-1a, 64 bits: the same name for the same path in every process.
std::string hash_text(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char byte : text) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    }
    char name[17];
    std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash));
    return name;
}

/// What must be equal for a cached answer to hold.
std::string key_of(const fs::path& plugin) {
    struct stat about {};
    if (::stat(plugin.c_str(), &about) != 0) {
        return {};
    }
    return std::to_string(cache_version) + " " + plugin.string() + " " +
           std::to_string(about.st_size) + " " + std::to_string(about.st_mtim.tv_sec) + "." +
           std::to_string(about.st_mtim.tv_nsec) + " " + read_plugin_tag(plugin).build_id;
}

std::optional<record::plugin_declaration> recall(const fs::path& file, const std::string& key) {
    try {
        const std::string text = record::read_text(file, most_answer_bytes);
        const std::size_t end = text.find('\n');
        if (end == std::string::npos || std::string_view(text).substr(0, end) != key) {
            return std::nullopt;
        }
        return record::read_plugin_declaration(std::string_view(text).substr(end + 1));
    } catch (const error&) {
        return std::nullopt; // not there or damaged: ask again
    }
}

void keep(const fs::path& file, const std::string& key,
          const record::plugin_declaration& declaration) {
    try {
        std::error_code ignored;
        fs::create_directories(file.parent_path(), ignored);
        record::replace_text(file, key + "\n" + record::write_line(declaration));
    } catch (const error&) {
        // A cache that cannot be written only costs time.
    }
}

/// The last lines that the child wrote, on one line.
std::string last_words(const std::string& log) {
    std::string words = log.size() > 400 ? "… " + log.substr(log.size() - 400) : log;
    while (!words.empty() && words.back() == '\n') {
        words.pop_back();
    }
    for (char& c : words) {
        c = c == '\n' ? ' ' : c;
    }
    return words;
}

} // namespace

plugin_describer::plugin_describer(children& processes, fs::path cache)
    : m_processes(processes), m_cache(std::move(cache)) {}

record::plugin_declaration plugin_describer::describe(const fs::path& plugin) {
    if (m_cache.empty()) {
        return ask(plugin);
    }
    const std::string key = key_of(plugin);
    const fs::path file = m_cache / (hash_text(plugin.string()) + ".json");
    if (auto known = recall(file, key)) {
        return *known;
    }
    const record::plugin_declaration declaration = ask(plugin);
    keep(file, key, declaration);
    return declaration;
}

record::plugin_declaration plugin_describer::ask(const fs::path& plugin) {
    std::optional<record::plugin_declaration> answer;
    std::string trouble;
    const child_end end = m_processes.run({{describe_argument, plugin.string()}, {}, {}, ""},
                                          time_limit, [&](std::string_view line) {
                                              try {
                                                  answer = record::read_plugin_declaration(line);
                                              } catch (const error& failure) {
                                                  trouble = failure.what();
                                              }
                                          });
    if (end.interrupted) {
        throw error("interrupted");
    }
    if (answer) {
        return *answer;
    }
    if (end.timed_out) {
        throw error("could not be loaded within " + std::to_string(time_limit.count()) + " s");
    }
    const std::string words = last_words(end.log);
    if (end.signal == 0 && end.exit_status == 1 && !words.empty()) {
        throw error(words); // the child's own word
    }
    throw error("loading it ended the process with " + to_text(end) +
                (trouble.empty() ? "" : " (" + trouble + ")") +
                (words.empty() ? "" : ": " + words));
}

fs::path describe_cache_folder() {
    if (const char* given = std::getenv("XDG_CACHE_HOME"); given != nullptr && *given == '/') {
        return fs::path(given) / "gpudyno" / "describe";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return fs::path(home) / ".cache" / "gpudyno" / "describe";
    }
    return {};
}

int describe_main(const fs::path& plugin) {
    try {
        channel& parent = channel_to_parent(); // out of the plugin's reach
        const record::plugin_declaration declaration = declaration_of(load_plugin(plugin));
        parent.send(record::write_line(declaration));
        std::fflush(nullptr);
        std::quick_exit(0); // libraries of a plugin do not all survive an orderly end
    } catch (const error& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}

} // namespace dyno
