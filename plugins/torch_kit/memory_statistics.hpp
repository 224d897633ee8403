// memory_statistics.hpp - what LibTorch's caching allocator says about a device's memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace dyno::torch_kit {

/// In bytes. Allocated is what tensors hold; reserved is what the allocator took from the device,
/// the private pools of CUDA Graphs included.
struct memory_statistics {
    std::int64_t allocated = 0;
    std::int64_t peak_allocated = 0;
    std::int64_t reserved = 0;
    std::int64_t peak_reserved = 0;
    std::int64_t retries =
        0; ///< times the cache was flushed to serve an allocation; they cost time

    /// Nothing for the CPU, whose allocator keeps no account. The device must be initialised.
    [[nodiscard]] static std::optional<memory_statistics> of(c10::Device device);
};

/// Peaks start again from what is held now. While a CUDA Graph replays nothing is allocated: the
/// peak of a captured step is that of its capture.
void reset_peak_memory(c10::Device device);

/// Gives cached blocks back to the device.
void empty_memory_cache(c10::Device device);

/// Remembers the last allocation that the device refused; LibTorch's exception has it only as text.
class refused_allocations {
public:
    /// All in bytes and of the moment of the refusal, before anything was unwound.
    struct refusal {
        std::int64_t requested = 0;
        std::int64_t allocated = 0;
        std::int64_t reserved = 0;
        std::int64_t device_free = 0;
    };

    /// Observes all CUDA devices, which must be initialised; nothing where there is none. LibTorch
    /// keeps an observer until the process ends, so make one of these for each run, not each step.
    refused_allocations();

    /// Since construction; none if none was refused or the refusal came before the allocator (a
    /// request above one exabyte).
    [[nodiscard]] std::optional<refusal> last() const;

private:
    std::shared_ptr<std::optional<refusal>> m_last;
};

} // namespace dyno::torch_kit
