// Allocation on the host.
//
// SPDX-License-Identifier: Apache-2.0
#include "host_memory.hpp"

#include <dyno/plugin.hpp>

#include <array>
#include <cstdio>
#include <fstream>

namespace dyno::gemm {

host_memory::host_memory(std::size_t bytes) : m_size(bytes) {
    // A page: aligned for every vector width, and no two matrices share one.
    constexpr std::size_t alignment = 4096;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    m_data.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
    if (m_data == nullptr) {
        throw out_of_host_memory("the system refused " + bytes_in_words(bytes) +
                                 " of host memory; make m, n, k or batch smaller");
    }
}

std::optional<std::size_t> available_host_memory() {
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::size_t kibibytes = 0;
    std::string rest;
    while (file >> key >> kibibytes && std::getline(file, rest)) {
        if (key == "MemAvailable:") {
            return kibibytes * 1024;
        }
    }
    return std::nullopt;
}

void require_host_memory(std::size_t bytes, const std::string& purpose) {
    const auto available = available_host_memory();
    if (available && bytes > *available) {
        throw out_of_host_memory(purpose + " needs " + bytes_in_words(bytes) +
                                 " of host memory and " + bytes_in_words(*available) +
                                 " are available; make m, n, k or batch smaller");
    }
}

std::string bytes_in_words(std::size_t bytes) {
    constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    std::array<char, 64> text{};
    if (unit == 0) {
        std::snprintf(text.data(), text.size(), "%zu B", bytes);
    } else {
        std::snprintf(text.data(), text.size(), "%.1f %s (%zu B)", value, units[unit], bytes);
    }
    return text.data();
}

} // namespace dyno::gemm
