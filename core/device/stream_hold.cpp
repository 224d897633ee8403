// SPDX-License-Identifier: Apache-2.0
#include "device/stream_hold.hpp"

#include <cassert>
#include <new>

namespace dyno {

stream_hold::stream_hold(const cuda_driver& driver, int device, void* stream,
                         std::chrono::milliseconds longest)
    : m_driver(driver), m_stream(stream), m_longest(longest) {
    find_obstacle(device);
    if (m_obstacle.empty()) {
        m_watchdog = std::thread([this] { watch(); });
    }
}

stream_hold::~stream_hold() {
    {
        const std::lock_guard lock(m_mutex);
        let_go();
        m_ending = true;
    }
    m_changed.notify_one();
    if (m_watchdog.joinable()) {
        m_watchdog.join();
    }
    try {
        m_driver.synchronise(m_stream); // it may not have read the word yet, which goes next
    } catch (const device_fault&) {
        // Nothing is lost by it: whoever wanted the results has asked before.
    }
}

void stream_hold::find_obstacle(int device) {
    if (!m_driver.has_wait_for_value()) {
        m_obstacle = "the driver has no cuStreamWaitValue32";
        return;
    }
    if (m_driver.needs_wait_attribute() &&
        m_driver.attribute(cuda_attribute::can_use_stream_mem_ops_v1, device) == 0) {
        m_obstacle = "the device has no stream memory operations";
        return;
    }
    try {
        m_memory = m_driver.allocate_mapped(sizeof *m_word);
        m_word = new (m_memory.get()) std::atomic<std::uint32_t>(m_wanted);
        m_driver.wait_for_value(m_stream, m_word, m_wanted);
        m_driver.synchronise(m_stream);
    } catch (const device_fault& failure) {
        if (failure.lost()) {
            throw;
        }
        m_obstacle = failure.what();
    }
}

void stream_hold::hold() {
    assert(m_obstacle.empty() && !m_held);
    m_driver.wait_for_value(m_stream, m_word, m_wanted + 1);
    const std::lock_guard lock(m_mutex);
    ++m_wanted;
    m_held = true;
    m_deadline = std::chrono::steady_clock::now() + m_longest;
    m_changed.notify_one();
}

bool stream_hold::release() {
    const std::lock_guard lock(m_mutex);
    const bool was_held = m_held;
    let_go();
    return was_held;
}

void stream_hold::let_go() {
    if (m_held) {
        m_word->store(m_wanted, std::memory_order_release);
        m_held = false;
    }
}

void stream_hold::watch() {
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        if (!m_held) {
            m_changed.wait(lock);
        } else if (std::chrono::steady_clock::now() >= m_deadline) {
            let_go();
        } else {
            const auto deadline = m_deadline;
            m_changed.wait_until(lock, deadline);
        }
    }
}

} // namespace dyno
