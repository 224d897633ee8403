// SPDX-License-Identifier: Apache-2.0
#include "telemetry/process_list.hpp"

#include "telemetry/nvml_abi.hpp"

#include <algorithm>
#include <cstring>

namespace dyno {
namespace {

constexpr std::size_t first_bytes = sizeof(nvml_abi::process_info);
constexpr std::size_t later_bytes = first_bytes + 8;
constexpr std::size_t largest_bytes = later_bytes + 8;

/// No process id, memory size or instance id is made of it.
constexpr unsigned char unwritten = 0xa5;

constexpr unsigned first_room = 64;
constexpr int most_growths = 5; // processes may come between two calls, but not for ever

} // namespace

process_list::process_list(bool graphics, bool later) : m_graphics(graphics), m_later(later) {
    make_room(first_room);
}

void process_list::make_room(unsigned elements) {
    m_count = elements;
    m_bytes.assign(elements * largest_bytes, unwritten);
}

bool process_list::grow() {
    const auto room = static_cast<unsigned>(m_bytes.size() / largest_bytes);
    make_room(std::max(m_count, room) + first_room);
    return ++m_growths <= most_growths;
}

std::size_t process_list::element_bytes() const {
    if (!m_later) {
        return first_bytes;
    }
    const auto behind = m_bytes.begin() + static_cast<std::ptrdiff_t>(m_count * later_bytes);
    const auto end = m_bytes.begin() + static_cast<std::ptrdiff_t>(m_count * largest_bytes);
    const bool untouched =
        std::all_of(behind, end, [](unsigned char byte) { return byte == unwritten; });
    return untouched ? later_bytes : largest_bytes;
}

std::vector<record::gpu_process> process_list::read() const {
    const std::size_t stride = element_bytes();
    const std::size_t room = m_bytes.size() / stride;
    std::vector<record::gpu_process> all;
    for (std::size_t i = 0; i < std::min<std::size_t>(m_count, room); ++i) {
        nvml_abi::process_info info{};
        std::memcpy(&info, m_bytes.data() + i * stride, sizeof info);
        record::gpu_process found;
        found.pid = info.pid;
        found.graphics = m_graphics;
        if (info.used_bytes != ~0ULL) {
            found.memory_bytes = info.used_bytes;
        }
        all.push_back(found);
    }
    return all;
}

} // namespace dyno
