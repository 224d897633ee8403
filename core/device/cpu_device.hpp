// The host's processor as a device: work is done when run() returns, so marks are clock readings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/timed_device.hpp"
#include "record/device.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace dyno {

class cpu_device final : public timed_device {
public:
    explicit cpu_device(const record::device& processor);

    [[nodiscard]] const dyno_device& plugin_view() const override { return m_view; }

    void reserve_marks(std::size_t count) override;
    void mark(std::size_t index) override;
    [[nodiscard]] double span_s(std::size_t from, std::size_t to) override;
    /// The smallest step of the clock between two readings, as measured when the device was made.
    [[nodiscard]] double resolution_s() const override { return m_resolution_s; }

    void synchronise() override {}
    /// MemAvailable of /proc/meminfo; 0 if the kernel does not say.
    [[nodiscard]] std::uint64_t free_bytes() override;
    /// Writes from the calling thread: it evicts the last-level cache that this thread's processor
    /// uses, not the private caches of other processors.
    void flush_cache() override;

    [[nodiscard]] std::string hold_obstacle() const override;
    void hold() override;
    [[nodiscard]] bool release() override { return false; }

    void check() override {}

private:
    std::string m_name;
    dyno_device m_view{};
    std::size_t m_cache_bytes;
    std::vector<std::chrono::steady_clock::time_point> m_marks;
    std::vector<unsigned char> m_flush_buffer; ///< empty until the first flush
    double m_resolution_s;
};

} // namespace dyno
