// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_host.hpp"

#include "environment/host_facts.hpp"
#include "environment/loaded_libraries.hpp"
#include "record/text_file.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

namespace dyno::doctor {
namespace {

using record::first_line;

std::optional<std::uint64_t> number_in(const fs::path& file) {
    const std::string text = first_line(file);
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> locked_limit() {
    rlimit limit{};
    ::getrlimit(RLIMIT_MEMLOCK, &limit);
    return limit.rlim_cur == RLIM_INFINITY ? std::nullopt
                                           : std::optional<std::uint64_t>(limit.rlim_cur);
}

/// Of the own control group (version 2), or of the container's (both versions).
std::optional<std::uint64_t> cgroup_limit(const fs::path& root) {
    constexpr std::uint64_t as_good_as_none = std::uint64_t{1} << 60;
    const std::string own = first_line(root / "proc/self/cgroup"); // "0::/user.slice/…"
    std::vector<fs::path> files{root / "sys/fs/cgroup/memory.max",
                                root / "sys/fs/cgroup/memory/memory.limit_in_bytes"};
    if (own.starts_with("0::/")) {
        files.insert(files.begin(), root / "sys/fs/cgroup" / own.substr(4) / "memory.max");
    }
    for (const fs::path& file : files) {
        if (const auto bytes = number_in(file); bytes && *bytes < as_good_as_none) {
            return bytes;
        }
    }
    return std::nullopt;
}

std::vector<device_node> device_nodes(const fs::path& root) {
    std::vector<device_node> nodes;
    for (const fs::path& node : entries_of(root / "dev")) {
        const std::string name = node.filename().string();
        const bool is_gpu = name.starts_with("nvidia") && name.size() > 6 &&
                            name.find_first_not_of("0123456789", 6) == std::string::npos;
        if (is_gpu || name == "nvidiactl" || name == "nvidia-uvm") {
            const bool opens = ::access(node.c_str(), R_OK | W_OK) == 0;
            nodes.push_back({node.string(), opens ? "" : std::strerror(errno)});
        }
    }
    return nodes;
}

template <class T>
T fact_or(const record::facts& all, const char* name, T fallback) {
    const auto found = all.find(name);
    const T* typed =
        found != all.end() && found->second.known ? std::get_if<T>(&*found->second.known) : nullptr;
    return typed != nullptr ? *typed : fallback;
}

} // namespace

seen_host find_host(const fs::path& root) {
    record::facts identity, circumstances;
    add_host_facts(identity, circumstances);
    seen_host seen;
    seen.locked_limit_bytes = locked_limit();
    seen.cgroup_limit_bytes = cgroup_limit(root);
    seen.memory_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    seen.container = fact_or<std::string>(identity, "host.container", "");
    seen.is_wsl = fact_or<bool>(identity, "host.wsl", false);
    seen.capabilities = variable("NVIDIA_DRIVER_CAPABILITIES");
    seen.nodes = device_nodes(root);
    std::error_code ignored;
    seen.has_wsl_gpu = fs::exists(root / "dev/dxg", ignored);
    return seen;
}

bool has_nvidia_hardware(const fs::path& root) {
    for (const fs::path& device : entries_of(root / "sys/bus/pci/devices")) {
        if (first_line(device / "vendor") == "0x10de" &&
            first_line(device / "class").starts_with("0x03")) {
            return true;
        }
    }
    std::error_code ignored;
    return fs::exists(root / "dev/dxg", ignored);
}

seen_library_path find_library_path() {
    seen_library_path seen;
    for (const fs::path& folder : library_path_folders()) {
        path_folder one;
        one.path = folder.string();
        std::error_code ignored;
        one.exists = fs::is_directory(folder, ignored);
        for (const fs::path& file : entries_of(folder)) {
            const std::string name = file.filename().string();
            if (is_recorded_library(name) && name.find(".so") != std::string::npos) {
                one.libraries.push_back(name);
            }
        }
        seen.folders.push_back(std::move(one));
    }
    seen.left_out = split_path(variable("LD_LIBRARY_PATH")).size() - seen.folders.size();
    seen.preload = variable("LD_PRELOAD");
    return seen;
}

} // namespace dyno::doctor
