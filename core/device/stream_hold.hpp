// Keeps a CUDA stream waiting on a word of host memory, with a watchdog that lets it go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/cuda_driver.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace dyno {

/// A launch queue holds about a thousand launches, then enqueueing blocks until the stream moves
/// on: the watchdog releases it by itself after `longest`, so nothing blocks for ever. hold() and
/// release() are called from one thread; the watchdog calls nothing of CUDA.
class stream_hold {
public:
    /// Tries the wait once, on a value that is already there. `driver` and `stream` must outlive
    /// this object.
    stream_hold(const cuda_driver& driver, int device, void* stream,
                std::chrono::milliseconds longest);
    /// Releases what is held and waits for the stream; throws nothing.
    ~stream_hold();
    stream_hold(const stream_hold&) = delete;
    stream_hold& operator=(const stream_hold&) = delete;

    /// Why hold() cannot be used here; empty if it can.
    [[nodiscard]] const std::string& obstacle() const { return m_obstacle; }

    void hold();
    /// True if the stream was held until now; false if the watchdog had let it go, or nothing was
    /// held.
    [[nodiscard]] bool release();

private:
    void find_obstacle(int device);
    void watch();
    /// Lets the stream go on. With m_mutex locked.
    void let_go();

    const cuda_driver& m_driver;
    void* m_stream;
    std::chrono::milliseconds m_longest;
    std::string m_obstacle;
    cuda_owner m_memory;                          ///< pinned, mapped
    std::atomic<std::uint32_t>* m_word = nullptr; ///< in m_memory: the value reached so far
    std::uint32_t m_wanted = 0;                   ///< the value that the stream waits for

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::chrono::steady_clock::time_point m_deadline;
    bool m_held = false;
    bool m_ending = false;
    std::thread m_watchdog;
};

} // namespace dyno
