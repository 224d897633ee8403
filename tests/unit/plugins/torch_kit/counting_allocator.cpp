// counting_allocator.cpp
//
// oneDNN allocates through raw pointers, for which a block's address must be its context too: so
// size and owner stand in front of the block.
// SPDX-License-Identifier: Apache-2.0
#include "counting_allocator.hpp"

#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace dyno::torch_kit::testing {
namespace {
constexpr std::uint8_t priority = 100; // above LibTorch's own
constexpr std::size_t alignment = 64;  // LibTorch's, for vector instructions
} // namespace

struct alignas(alignment) counting_allocator::header {
    std::int64_t size;
    counting_allocator* owner;

    static void free_block(void* data) {
        auto* held = static_cast<header*>(data) - 1;
        held->owner->m_live -= held->size;
        std::free(held);
    }
};

counting_allocator::counting_allocator(std::int64_t limit_bytes)
    : m_before(c10::GetCPUAllocator()), m_limit(limit_bytes) {
    c10::SetCPUAllocator(this, priority);
}

counting_allocator::~counting_allocator() {
    c10::SetCPUAllocator(m_before, priority);
}

c10::DataPtr counting_allocator::allocate(std::size_t size) {
    const auto bytes = static_cast<std::int64_t>(size);
    if (m_live + bytes > m_limit) {
        throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__},
                                    "the test's limit refused " + std::to_string(size) + " B");
    }
    const std::size_t whole = (sizeof(header) + size + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, whole);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    auto* const held = new (memory) header{bytes, this};
    m_live += bytes;
    m_peak = std::max(m_peak.load(), m_live.load());
    void* const data = held + 1;
    return {data, data, &header::free_block, c10::Device(c10::kCPU)};
}

c10::DeleterFnPtr counting_allocator::raw_deleter() const {
    return &header::free_block;
}

void counting_allocator::copy_data(void* to, const void* from, std::size_t size) const {
    std::memcpy(to, from, size);
}

} // namespace dyno::torch_kit::testing
