// SPDX-License-Identifier: Apache-2.0
#include "device/cpu_device.hpp"

#include <algorithm>
#include <cassert>
#include <fstream>
#include <new>

namespace dyno {
namespace {

using clock = std::chrono::steady_clock;

/// Where the kernel does not tell the size: more than most processors have.
constexpr std::size_t assumed_cache_bytes = std::size_t{64} << 20;

constexpr std::size_t cache_line_bytes = 64; // of every processor that this runs on; 128 is a pair

double measure_resolution_s() {
    auto smallest = clock::duration::max();
    for (int i = 0; i < 16; ++i) {
        const auto start = clock::now();
        auto next = clock::now();
        while (next == start) {
            next = clock::now();
        }
        smallest = std::min(smallest, next - start);
    }
    return std::chrono::duration<double>(smallest).count();
}

} // namespace

cpu_device::cpu_device(const record::device& processor)
    : m_name(processor.name), m_view{sizeof m_view, DYNO_CPU, -1, 0, m_name.c_str(), nullptr},
      m_cache_bytes(processor.l2_bytes != 0 ? processor.l2_bytes : assumed_cache_bytes),
      m_resolution_s(measure_resolution_s()) {}

void cpu_device::reserve_marks(std::size_t count) {
    if (count > m_marks.size()) {
        m_marks.resize(count);
    }
}

void cpu_device::mark(std::size_t index) {
    assert(index < m_marks.size());
    m_marks[index] = clock::now();
}

double cpu_device::span_s(std::size_t from, std::size_t to) {
    assert(from < m_marks.size() && to < m_marks.size());
    return std::chrono::duration<double>(m_marks[to] - m_marks[from]).count();
}

std::uint64_t cpu_device::free_bytes() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    for (std::uint64_t kib = 0; file >> name >> kib; file.ignore(1 << 10, '\n')) {
        if (name == "MemAvailable:") {
            return kib << 10;
        }
    }
    return 0;
}

void cpu_device::flush_cache() {
    if (m_flush_buffer.empty()) {
        try {
            m_flush_buffer.resize(2 * m_cache_bytes);
        } catch (const std::bad_alloc&) {
            throw device_out_of_memory("no host memory for the cache flush of cache = \"cold\" (" +
                                       std::to_string(2 * m_cache_bytes >> 20) +
                                       " MiB, twice the last-level cache)");
        }
    }
    // Volatile, or the compiler may drop writes that nobody reads.
    volatile unsigned char* bytes = m_flush_buffer.data();
    for (std::size_t i = 0; i < m_flush_buffer.size(); i += cache_line_bytes) {
        bytes[i] = static_cast<unsigned char>(bytes[i] + 1);
    }
}

std::string cpu_device::hold_obstacle() const {
    return "work on the CPU is done when it returns, so there is nothing to hold";
}

void cpu_device::hold() {
    throw device_fault("the device cannot be held: " + hold_obstacle(), false);
}

} // namespace dyno
