// counting_allocator.hpp - LibTorch's CPU allocator with an account and, if wanted, a limit: memory
// tests that need no GPU.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Allocator.h>

#include <atomic>
#include <cstdint>
#include <limits>

namespace dyno::torch_kit::testing {

/// In use for all CPU tensors while it lives; must outlive those made meanwhile.
class counting_allocator final : public c10::Allocator {
public:
    explicit counting_allocator(
        std::int64_t limit_bytes = std::numeric_limits<std::int64_t>::max());
    ~counting_allocator() override;

    /// Throws c10::OutOfMemoryError past the limit, as a device's allocator does.
    c10::DataPtr allocate(std::size_t size) override;
    [[nodiscard]] c10::DeleterFnPtr raw_deleter() const override;
    void copy_data(void* to, const void* from, std::size_t size) const override;

    [[nodiscard]] std::int64_t live_bytes() const { return m_live; }
    [[nodiscard]] std::int64_t peak_bytes() const { return m_peak; }
    void reset_peak() { m_peak = m_live.load(); }

private:
    struct header;

    c10::Allocator* m_before;
    std::int64_t m_limit;
    std::atomic<std::int64_t> m_live = 0;
    std::atomic<std::int64_t> m_peak = 0;
};

} // namespace dyno::torch_kit::testing
