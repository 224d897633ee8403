// SPDX-License-Identifier: Apache-2.0
#include "plugin/catalog.hpp"

#include "record/error.hpp"
#include "record/text_file.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sys/stat.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// Anybody could put code there that we would run. A sticky folder such as /tmp is no better.
bool anybody_may_write(const fs::path& folder) {
    struct stat about {};
    return ::stat(folder.c_str(), &about) == 0 && (about.st_mode & S_IWOTH) != 0;
}

/// What may be a plugin, in the order of names; `failure` says why a folder could not be read.
std::vector<fs::path> libraries_in(const fs::path& folder, std::error_code& failure) {
    std::vector<fs::path> files;
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        if (at->path().extension() == ".so") {
            files.push_back(at->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

record::plugin_declaration ask(const found_plugin& plugin, const describe_plugin& describe) {
    if (const std::string why = why_abi_differs(plugin.tag->abi); !why.empty()) {
        throw error(why);
    }
    // Its path travels as JSON, which holds no other text.
    if (record::to_valid_utf8(plugin.path.string()) != plugin.path.string()) {
        throw error("its path is not UTF-8");
    }
    record::plugin_declaration declared = describe(plugin.path);
    if (declared.name != plugin.tag->name) {
        throw error("its note says '" + plugin.tag->name + "', its entry '" + declared.name + "'");
    }
    return declared;
}

found_plugin look_at(const fs::path& path, std::map<std::string, fs::path>& by_name,
                     const describe_plugin& describe) {
    found_plugin found{path, {}, {}, {}, {}};
    try {
        found.tag = read_plugin_tag(path);
        const auto first = by_name.find(found.tag->name);
        if (first != by_name.end()) {
            found.shadowed_by = first->second;
        } else {
            found.declaration = ask(found, describe);
            by_name.emplace(found.tag->name, path); // one that is not usable takes no name
        }
    } catch (const error& failure) {
        found.trouble = failure.what();
        // Messages about a file begin with it; the list names it already.
        for (const std::string& front : {path.string() + ": ", "plugin " + path.string() + ": "}) {
            if (found.trouble.starts_with(front)) {
                found.trouble.erase(0, front.size());
            }
        }
    }
    return found;
}

} // namespace

std::vector<fs::path> plugin_folders(const std::vector<fs::path>& given, const char* search_path,
                                     const fs::path& program) {
    std::vector<fs::path> wanted;
    for (const fs::path& folder : given) {
        if (!is_folder(folder)) {
            throw error("--plugins " + folder.string() + ": no such folder");
        }
        wanted.push_back(folder);
    }
    std::string_view rest = search_path == nullptr ? "" : search_path;
    while (!rest.empty()) {
        const std::size_t end = rest.find(':');
        if (end != 0) {
            wanted.emplace_back(rest.substr(0, end));
        }
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    const fs::path beside = program.parent_path().parent_path();
    wanted.push_back(beside / "plugins");
    wanted.push_back(beside / "lib" / "gpudyno" / "plugins");

    std::vector<fs::path> folders;
    std::set<fs::path> seen;
    for (const fs::path& folder : wanted) {
        std::error_code failure;
        const fs::path real = fs::canonical(folder, failure);
        if (!failure && is_folder(real) && seen.insert(real).second) {
            folders.push_back(real);
        }
    }
    return folders;
}

catalog catalog::find(const std::vector<fs::path>& folders, const describe_plugin& describe) {
    catalog all;
    std::map<std::string, fs::path> by_name;
    for (const fs::path& folder : folders) {
        if (anybody_may_write(folder)) {
            all.m_remarks.push_back("plugins in " + folder.string() +
                                    " are not used: anybody may write to that folder "
                                    "(chmod o-w mends it)");
            continue;
        }
        std::error_code failure;
        for (const fs::path& path : libraries_in(folder, failure)) {
            all.m_plugins.push_back(look_at(path, by_name, describe));
        }
        if (failure) {
            all.m_remarks.push_back("plugins in " + folder.string() +
                                    " cannot be listed: " + failure.message());
        }
    }
    return all;
}

std::vector<catalog::offer> catalog::find_workload(const std::string& id) const {
    std::vector<offer> offers;
    for (const found_plugin& plugin : m_plugins) {
        if (!plugin.declaration) {
            continue;
        }
        for (const record::workload_declaration& workload : plugin.declaration->workloads) {
            if (workload.id == id) {
                offers.push_back({&plugin, &workload});
            }
        }
    }
    return offers;
}

std::optional<catalog::offer> catalog::find_workload(const std::string& id,
                                                     record::device_kind kind) const {
    for (const offer& one : find_workload(id)) {
        if (kind == record::device_kind::cuda ? one.workload->on_cuda : one.workload->on_cpu) {
            return one;
        }
    }
    return std::nullopt;
}

std::vector<std::string> catalog::workload_ids() const {
    std::set<std::string> ids;
    for (const found_plugin& plugin : m_plugins) {
        if (plugin.declaration) {
            for (const record::workload_declaration& workload : plugin.declaration->workloads) {
                ids.insert(workload.id);
            }
        }
    }
    return {ids.begin(), ids.end()};
}

} // namespace dyno
