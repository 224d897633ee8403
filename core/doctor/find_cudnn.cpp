// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_cudnn.hpp"

#include "doctor/find_libtorch.hpp"
#include "doctor/loaded_library.hpp"

#include <algorithm>

namespace dyno::doctor {
namespace {

/// More say nothing new, and each costs a process.
constexpr std::size_t most_copies = 8;

constexpr const char* sonames[] = {"libcudnn.so.9", "libcudnn.so.8"};

void append(const std::vector<fs::path>& from, std::vector<fs::path>& to) {
    to.insert(to.end(), from.begin(), from.end());
}

std::vector<fs::path> all_folders(const std::vector<toolkit>& toolkits,
                                  const std::vector<libtorch>& libtorches,
                                  const std::string& torch_folder, const fs::path& root) {
    std::vector<fs::path> folders = library_path_folders();
    append(system_library_folders(root), folders);
    for (const toolkit& one : toolkits) {
        append({fs::path(one.path) / "lib64", fs::path(one.path) / "lib"}, folders);
    }
    for (const libtorch& one : libtorches) {
        if (!one.folder.empty()) {
            append(search_folders_of(one, root), folders);
            folders.push_back(one.folder);
        }
    }
    if (!torch_folder.empty()) {
        folders.push_back(fs::path(torch_folder).parent_path() / "nvidia/cudnn/lib");
    }
    return folders;
}

cudnn_copy load(children& processes, const std::string& name) {
    const load_outcome outcome = load_in_child(processes, name);
    if (!outcome.library) {
        return {"", "", outcome.trouble};
    }
    return {resolved(outcome.library->path).string(), outcome.library->version, ""};
}

/// Whether the loader only says that there is no file of this name, and not that one is unusable
/// or that something else is missing which it needs.
bool is_absent(const std::string& soname, const std::string& trouble) {
    return trouble.starts_with(soname + ": cannot open shared object file: No such file");
}

void load_by_name(children& processes, seen_cudnn& to) {
    for (const char* soname : sonames) {
        const cudnn_copy found = load(processes, soname);
        if (found.trouble.empty()) {
            to.loads = found;
            return;
        }
        if (!is_absent(soname, found.trouble)) {
            to.failure = found.trouble;
            return;
        }
    }
}

} // namespace

seen_cudnn find_cudnn(children& processes, const std::vector<toolkit>& toolkits,
                      const std::vector<libtorch>& libtorches, const std::string& torch_folder,
                      const fs::path& root) {
    seen_cudnn seen;
    for (const fs::path& folder : all_folders(toolkits, libtorches, torch_folder, root)) {
        for (const char* soname : sonames) {
            std::error_code ignored;
            const std::string path = resolved(folder / soname).string();
            const bool is_known =
                std::any_of(seen.copies.begin(), seen.copies.end(),
                            [&](const cudnn_copy& copy) { return copy.path == path; });
            if (fs::exists(folder / soname, ignored) && !is_known &&
                seen.copies.size() < most_copies) {
                const cudnn_copy one = load(processes, path);
                seen.copies.push_back({path, one.version, one.trouble});
            }
        }
    }
    load_by_name(processes, seen);
    for (const libtorch& one : libtorches) {
        if (!one.is_cuda_build || !seen.of_libtorch.path.empty()) {
            continue;
        }
        const auto folders = search_folders_of(one, root);
        for (const char* soname : sonames) {
            const fs::path folder = find_in(folders, soname);
            for (const cudnn_copy& copy : seen.copies) {
                if (!folder.empty() && copy.path == resolved(folder / soname).string() &&
                    seen.of_libtorch.path.empty()) {
                    seen.of_libtorch = copy;
                    seen.libtorch_cuda = one.cuda;
                }
            }
        }
    }
    seen.toolkit_cuda = toolkits.empty() ? "" : toolkits.front().version;
    return seen;
}

} // namespace dyno::doctor
