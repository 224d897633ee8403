// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_device.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace dyno {
namespace {

/// NVIDIA's documents give the timer of events a resolution of about this.
constexpr double event_resolution_s = 0.5e-6;

int find_ordinal(const cuda_driver& driver, const record::device& wanted) {
    const int count = driver.device_count();
    if (wanted.uuid.empty() && wanted.index && *wanted.index < count) {
        return *wanted.index;
    }
    for (int ordinal = 0; ordinal < count && !wanted.uuid.empty(); ++ordinal) {
        if (driver.uuid(driver.device(ordinal)) == wanted.uuid) {
            return ordinal;
        }
    }
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    throw error("the device " + wanted.uuid + " (" + wanted.name +
                ") is not visible to this process; CUDA_VISIBLE_DEVICES is " +
                (visible ? "'" + std::string(visible) + "'" : std::string("not set")));
}

std::string mebibytes(std::size_t bytes) {
    return std::to_string(bytes >> 20) + " MiB";
}

} // namespace

cuda_device::cuda_device(const record::device& wanted, std::chrono::milliseconds longest_hold,
                         const std::string& driver_soname)
    : m_driver(cuda_driver::open(driver_soname)), m_ordinal(find_ordinal(m_driver, wanted)),
      m_device(m_driver.device(m_ordinal)), m_name(m_driver.name(m_device)) {
    m_context = m_driver.retain_primary_context(m_device);
    m_driver.make_current(m_context.get());
    m_stream = m_driver.make_stream();
    const int sm = m_driver.attribute(cuda_attribute::compute_capability_major, m_device) * 10 +
                   m_driver.attribute(cuda_attribute::compute_capability_minor, m_device);
    m_view = {sizeof m_view, DYNO_CUDA, m_ordinal, sm, m_name.c_str(), m_stream.get()};
    m_hold.emplace(m_driver, m_device, m_stream.get(), longest_hold);
    measure_resolution();
}

void cuda_device::measure_resolution() {
    constexpr std::size_t pairs = 8; // the first are slow; the smallest of a few is the floor
    reserve_marks(pairs + 1);
    if (can_hold()) {
        hold(); // or a slow host shows as a slow timer
    }
    for (std::size_t i = 0; i <= pairs; ++i) {
        mark(i);
    }
    (void)release();
    synchronise();
    double smallest_s = span_s(0, 1);
    for (std::size_t i = 1; i < pairs; ++i) {
        smallest_s = std::min(smallest_s, span_s(i, i + 1));
    }
    m_resolution_s = std::max(smallest_s, event_resolution_s);
}

void cuda_device::reserve_marks(std::size_t count) {
    m_events.reserve(count);
    while (m_events.size() < count) {
        m_events.push_back(m_driver.make_event());
    }
}

void cuda_device::mark(std::size_t index) {
    assert(index < m_events.size());
    m_driver.record(m_events[index].get(), m_stream.get());
}

double cuda_device::span_s(std::size_t from, std::size_t to) {
    assert(from < m_events.size() && to < m_events.size());
    return m_driver.elapsed_s(m_events[from].get(), m_events[to].get());
}

void cuda_device::synchronise() {
    m_driver.synchronise(m_stream.get());
}

void cuda_device::allocate_flush_buffer() {
    const int l2_bytes = m_driver.attribute(cuda_attribute::l2_cache_size, m_device);
    if (l2_bytes <= 0) {
        throw device_fault("the driver does not say how large the L2 cache is, so it cannot be "
                           "flushed: use cache = \"warm\"",
                           false);
    }
    const std::size_t bytes = 2 * static_cast<std::size_t>(l2_bytes);
    try {
        m_flush_buffer = m_driver.allocate(bytes);
    } catch (const device_out_of_memory& failure) {
        const auto [free, total] = m_driver.memory_info();
        throw device_out_of_memory("no memory for the cache flush of cache = \"cold\" (" +
                                   mebibytes(bytes) + ", twice the L2): " + failure.what() + "; " +
                                   mebibytes(free) + " of " + mebibytes(total) + " are free");
    }
    m_flush_bytes = bytes;
}

void cuda_device::flush_cache() {
    if (!m_flush_buffer) {
        allocate_flush_buffer();
    }
    m_driver.fill(m_flush_buffer.get(), 0, m_flush_bytes / sizeof(std::uint32_t), m_stream.get());
}

void cuda_device::hold() {
    if (!can_hold()) {
        throw device_fault("the stream cannot be held: " + hold_obstacle(), false);
    }
    m_hold->hold();
}

void cuda_device::check() {
    m_driver.check(m_stream.get());
}

} // namespace dyno
