// SPDX-License-Identifier: Apache-2.0
#include "virtual_stream.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace fakes {
namespace {

/// How often a blocked call looks at the word that it waits for.
constexpr auto poll_period = std::chrono::microseconds(50);

/// A call that blocks for so long would block for ever: the test has found a fault.
constexpr auto longest_block = std::chrono::seconds(20);

std::uint64_t steady_ns() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

bool has_reached(const std::uint32_t* word, std::uint32_t value) {
    const std::uint32_t found = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    return static_cast<std::int32_t>(found - value) >= 0;
}

/// Sleeps once; ends the process when it has slept for too long.
class patience {
public:
    void sleep() {
        std::this_thread::sleep_for(poll_period);
        if (std::chrono::steady_clock::now() - m_start > longest_block) {
            std::fprintf(stderr, "fake libcuda: a call blocks for ever on a held stream\n");
            std::abort();
        }
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace

std::uint64_t virtual_clock::now_ns() const {
    return steady_ns() + m_ahead_ns;
}

void virtual_clock::wait_until(std::uint64_t at_ns) {
    const std::uint64_t now = now_ns();
    if (at_ns <= now) {
        return;
    }
    if (m_jumps) {
        m_ahead_ns += at_ns - now;
    } else {
        std::this_thread::sleep_for(std::chrono::nanoseconds(at_ns - now));
    }
}

void virtual_stream::enqueue_work(std::uint64_t length_ns) {
    item added;
    added.length_ns = length_ns;
    enqueue(added);
}

void virtual_stream::enqueue_event(virtual_event& event, std::uint64_t length_ns) {
    item added;
    added.length_ns = length_ns;
    added.event = &event;
    event.recorded = true;
    event.has_time = false;
    enqueue(added);
}

void virtual_stream::enqueue_wait(const std::uint32_t* word, std::uint32_t value) {
    item added;
    added.word = word;
    added.value = value;
    enqueue(added);
}

void virtual_stream::enqueue(item added) {
    wait_for_room();
    added.enqueued_ns = m_clock.now_ns();
    m_waiting.push_back(added);
    advance();
}

void virtual_stream::advance() {
    for (; !m_waiting.empty(); m_waiting.pop_front()) {
        const item& next = m_waiting.front();
        if (next.word) {
            if (!has_reached(next.word, next.value)) {
                return;
            }
            m_done_ns = std::max(m_done_ns, m_clock.now_ns());
            continue;
        }
        m_done_ns = std::max(m_done_ns, next.enqueued_ns) + next.length_ns;
        m_ends_ns.push_back(m_done_ns);
        if (next.event) {
            next.event->at_ns = m_done_ns;
            next.event->has_time = true;
        }
    }
}

std::size_t virtual_stream::depth() {
    advance();
    const std::uint64_t now = m_clock.now_ns();
    while (!m_ends_ns.empty() && m_ends_ns.front() <= now) {
        m_ends_ns.pop_front();
    }
    return m_waiting.size() + m_ends_ns.size();
}

void virtual_stream::wait_for_room() {
    patience left;
    while (depth() >= m_queue_limit) {
        if (m_ends_ns.empty()) {
            left.sleep();
        } else {
            m_clock.wait_until(m_ends_ns.front());
        }
    }
}

bool virtual_stream::is_idle() {
    return depth() == 0;
}

void virtual_stream::synchronise() {
    patience left;
    while (depth() != 0) {
        if (m_ends_ns.empty()) {
            left.sleep();
        } else {
            m_clock.wait_until(m_ends_ns.back());
        }
    }
}

} // namespace fakes
