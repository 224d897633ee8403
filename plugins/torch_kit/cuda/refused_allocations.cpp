// refused_allocations.cpp - over the CUDA allocator's observer.
// SPDX-License-Identifier: Apache-2.0
#include "../memory_statistics.hpp"

#include <ATen/Context.h>
#include <c10/cuda/CUDACachingAllocator.h>

namespace dyno::torch_kit {

refused_allocations::refused_allocations() : m_last(std::make_shared<std::optional<refusal>>()) {
    if (at::globalContext().hasCUDA()) {
        c10::cuda::CUDACachingAllocator::attachOutOfMemoryObserver(
            // Called without the allocator's lock, so it may be asked again.
            [last = m_last](std::int64_t device, std::size_t requested,
                            std::size_t /*device_total*/, std::size_t device_free) {
                const auto held = memory_statistics::of(
                    c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(device)));
                *last = refusal{static_cast<std::int64_t>(requested), held->allocated,
                                held->reserved, static_cast<std::int64_t>(device_free)};
            });
    }
}

} // namespace dyno::torch_kit
