// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_libtorch.hpp"

#include "doctor/elf_file.hpp"
#include "environment/torch_release.hpp"
#include "record/error.hpp"

#include <algorithm>

namespace dyno::doctor {
namespace {

/// "13.0" of "2.11.0+cu130".
std::string cuda_of_tag(const std::string& version) {
    const auto mark = version.find("+cu");
    if (mark == std::string::npos) {
        return "";
    }
    const std::string digits = version.substr(mark + 3);
    if (digits.size() < 3 || digits.find_first_not_of("0123456789") != std::string::npos) {
        return "";
    }
    return digits.substr(0, digits.size() - 1) + "." + digits.back();
}

libtorch describe(const fs::path& folder) {
    libtorch one;
    one.folder = resolved(folder).string();
    const torch_release release = read_torch_release(folder.parent_path());
    one.version = release.version;
    one.cuda = release.cuda;
    std::error_code ignored;
    one.is_cuda_build = fs::exists(folder / "libtorch_cuda.so", ignored);
    if (one.is_cuda_build && one.cuda.empty()) {
        one.cuda = cuda_of_tag(one.version);
    }
    return one;
}

bool links_libtorch(const elf_file& file) {
    return std::any_of(file.needed.begin(), file.needed.end(), [](const std::string& name) {
        return name.starts_with("libtorch") || name.starts_with("libc10");
    });
}

/// Where the loader looks for what this file needs, in its order (ld.so(8)). The DT_RPATH of
/// whatever loads the file would count too, and is not followed.
std::vector<fs::path> search_order(const elf_file& file, const fs::path& root) {
    std::vector<fs::path> folders(file.rpath.begin(), file.rpath.end());
    for (const auto& next :
         {library_path_folders(), std::vector<fs::path>(file.runpath.begin(), file.runpath.end()),
          system_library_folders(root)}) {
        folders.insert(folders.end(), next.begin(), next.end());
    }
    return folders;
}

void add(const found_plugin& plugin, const fs::path& root, std::vector<libtorch>& all) {
    elf_file file;
    try {
        file = read_elf_file(plugin.path);
    } catch (const error&) {
        return; // the catalog says what is wrong with it
    }
    if (!links_libtorch(file)) {
        return;
    }
    const fs::path folder = find_in(search_order(file, root), "libtorch_cpu.so");
    libtorch one = folder.empty() ? libtorch{} : describe(folder);
    auto known = std::find_if(all.begin(), all.end(),
                              [&](const libtorch& t) { return t.folder == one.folder; });
    if (known == all.end()) {
        known = all.insert(all.end(), std::move(one));
    }
    known->plugins.push_back(plugin.tag ? plugin.tag->name : plugin.path.filename().string());
}

} // namespace

std::vector<libtorch> find_libtorch(const catalog& plugins, const std::string& torch_folder,
                                    const fs::path& root) {
    std::vector<libtorch> all;
    for (const found_plugin& plugin : plugins.plugins()) {
        if (plugin.shadowed_by.empty()) {
            add(plugin, root, all);
        }
    }
    std::error_code ignored;
    const fs::path python_s = fs::path(torch_folder) / "lib";
    if (all.empty() && !torch_folder.empty() && fs::is_directory(python_s, ignored)) {
        all.push_back(describe(python_s));
        all.back().is_python_s = true;
    }
    return all;
}

std::vector<fs::path> search_folders_of(const libtorch& one, const fs::path& root) {
    const char* name = one.is_cuda_build ? "libtorch_cuda.so" : "libtorch_cpu.so";
    elf_file file;
    try {
        file = read_elf_file(fs::path(one.folder) / name);
    } catch (const error&) {
        // not whole: what it would look through by itself is unknown
    }
    return search_order(file, root);
}

} // namespace dyno::doctor
