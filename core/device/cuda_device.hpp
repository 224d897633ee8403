// A CUDA device: its primary context, one stream of our own, events and a hold.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/cuda_driver.hpp"
#include "device/stream_hold.hpp"
#include "device/timed_device.hpp"
#include "record/device.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace dyno {

class cuda_device final : public timed_device {
public:
    /// Opens the device by its UUID, which CUDA_VISIBLE_DEVICES cannot renumber; by its index only
    /// if it has none. Makes its primary context current on the calling thread, which makes all
    /// further calls. Throws dyno::error or device_fault.
    explicit cuda_device(const record::device& wanted,
                         std::chrono::milliseconds longest_hold = std::chrono::seconds(2),
                         const std::string& driver_soname = "libcuda.so.1");
    /// Waits for the stream and gives everything back; throws nothing.
    ~cuda_device() override = default;
    cuda_device(const cuda_device&) = delete;
    cuda_device& operator=(const cuda_device&) = delete;

    [[nodiscard]] const dyno_device& plugin_view() const override { return m_view; }

    void reserve_marks(std::size_t count) override;
    void mark(std::size_t index) override;
    [[nodiscard]] double span_s(std::size_t from, std::size_t to) override;
    /// The span between two marks with nothing between them, as measured when the device was
    /// opened.
    [[nodiscard]] double resolution_s() const override { return m_resolution_s; }

    void synchronise() override;
    [[nodiscard]] std::uint64_t free_bytes() override { return m_driver.memory_info().first; }
    void flush_cache() override;

    [[nodiscard]] std::string hold_obstacle() const override { return m_hold->obstacle(); }
    void hold() override;
    [[nodiscard]] bool release() override { return m_hold->release(); }

    void check() override;

private:
    void measure_resolution();
    void allocate_flush_buffer();

    cuda_driver m_driver;
    int m_ordinal;
    int m_device;
    std::string m_name;
    dyno_device m_view{};
    cuda_owner m_context;
    cuda_owner m_stream;
    std::vector<cuda_owner> m_events; ///< by mark
    cuda_owner m_flush_buffer;        ///< empty until the first flush
    std::size_t m_flush_bytes = 0;
    double m_resolution_s = 0;
    std::optional<stream_hold> m_hold; ///< last: it goes first, and waits for the stream
};

} // namespace dyno
