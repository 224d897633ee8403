// memory_statistics.cpp - through the interface that needs no CUDA headers.
// SPDX-License-Identifier: Apache-2.0
#include "memory_statistics.hpp"

#include <c10/core/CachingDeviceAllocator.h>

namespace dyno::torch_kit {

std::optional<memory_statistics> memory_statistics::of(c10::Device device) {
    if (device.is_cpu()) {
        return std::nullopt;
    }
    const auto raw = c10::getDeviceAllocator(device.type())->getDeviceStats(device.index());
    constexpr auto all = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    return memory_statistics{raw.allocated_bytes[all].current, raw.allocated_bytes[all].peak,
                             raw.reserved_bytes[all].current, raw.reserved_bytes[all].peak,
                             raw.num_alloc_retries};
}

void reset_peak_memory(c10::Device device) {
    if (!device.is_cpu()) {
        c10::getDeviceAllocator(device.type())->resetPeakStats(device.index());
    }
}

void empty_memory_cache(c10::Device device) {
    if (!device.is_cpu()) {
        c10::getDeviceAllocator(device.type())->emptyCache();
    }
}

std::optional<refused_allocations::refusal> refused_allocations::last() const {
    return *m_last;
}

} // namespace dyno::torch_kit
