// SPDX-License-Identifier: Apache-2.0
#include "device/processor.hpp"

#include "record/text_file.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <string>
#include <sys/utsname.h>
#include <vector>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::first_line;

/// What stands behind "key   : " in the first line that begins with the key.
std::string value_of(const fs::path& file, const std::string& key) {
    std::ifstream text(file);
    for (std::string line; std::getline(text, line);) {
        const auto colon = line.find(':');
        if (line.starts_with(key) && colon != std::string::npos) {
            const auto start = line.find_first_not_of(" \t", colon + 1);
            return start == std::string::npos ? "" : line.substr(start);
        }
    }
    return "";
}

std::string processor_name(const fs::path& root) {
    std::string name = value_of(root / "proc/cpuinfo", "model name");
    if (!name.empty()) {
        return name;
    }
    utsname machine{}; // Arm kernels name no model
    return uname(&machine) == 0 ? std::string(machine.machine) + " processor" : "processor";
}

/// "32768K", "1M" or "512" in bytes; 0 if it is no size.
std::uint64_t size_from(const std::string& text) {
    std::istringstream in(text);
    std::uint64_t size = 0;
    char unit = 0;
    if (!(in >> size)) {
        return 0;
    }
    in >> unit;
    return unit == 'K' ? size << 10 : unit == 'M' ? size << 20 : size;
}

std::uint64_t last_level_cache(const fs::path& root) {
    int highest_level = 0;
    std::uint64_t bytes = 0;
    std::error_code failure;
    for (const auto& entry :
         fs::directory_iterator(root / "sys/devices/system/cpu/cpu0/cache", failure)) {
        const int level = std::atoi(first_line(entry.path() / "level").c_str());
        if (level > highest_level && first_line(entry.path() / "type") != "Instruction") {
            highest_level = level;
            bytes = size_from(first_line(entry.path() / "size"));
        }
    }
    return bytes;
}

int allowed_processors() {
    // The kernel wants room for every processor it could have; 1024 do not always suffice.
    for (std::size_t count = 1024; count <= (std::size_t{1} << 20); count *= 2) {
        std::vector<cpu_set_t> set(count / CPU_SETSIZE);
        const std::size_t bytes = set.size() * sizeof(cpu_set_t);
        if (sched_getaffinity(0, bytes, set.data()) == 0) {
            return CPU_COUNT_S(bytes, set.data());
        }
    }
    return 0;
}

/// Processors that one group's quota is worth; infinity without a quota.
double quota_of(const fs::path& version_2_file, const fs::path& version_1_folder) {
    std::string quota;
    double period = 0;
    if (std::ifstream text(version_2_file); text >> quota >> period && quota != "max") {
        return std::atof(quota.c_str()) / period; // "200000 100000"
    }
    const double used_us = std::atof(first_line(version_1_folder / "cpu.cfs_quota_us").c_str());
    const double period_us = std::atof(first_line(version_1_folder / "cpu.cfs_period_us").c_str());
    return used_us > 0 && period_us > 0 ? used_us / period_us : INFINITY; // -1: none
}

/// The smallest quota of this process's control group and the groups around it.
double cpu_quota(const fs::path& root) {
    double smallest = INFINITY;
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) {
            continue;
        }
        // "0::/user.slice" in version 2, "4:cpu,cpuacct:/user.slice" in version 1
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        if (controllers != ",," && controllers.find(",cpu,") == std::string::npos) {
            continue;
        }
        fs::path group = fs::path(line.substr(second + 1)).relative_path();
        for (bool at_top = false; !at_top; group = group.parent_path()) {
            at_top = group.empty();
            smallest = std::min(smallest, quota_of(root / "sys/fs/cgroup" / group / "cpu.max",
                                                   root / "sys/fs/cgroup/cpu" / group));
        }
    }
    return smallest;
}

int usable_processors(const fs::path& root) {
    const double quota = std::ceil(cpu_quota(root));
    const int allowed = allowed_processors();
    return quota < allowed ? std::max(1, static_cast<int>(quota)) : allowed;
}

} // namespace

record::device read_processor(const fs::path& root) {
    record::device processor;
    processor.kind = record::device_kind::cpu;
    processor.name = processor_name(root);
    processor.multiprocessors = usable_processors(root);
    processor.memory_bytes = size_from(value_of(root / "proc/meminfo", "MemTotal")) << 10;
    processor.l2_bytes = last_level_cache(root);
    return processor;
}

} // namespace dyno
