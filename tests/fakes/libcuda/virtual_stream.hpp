// A stream of a device that does not exist: its work has a length and nothing else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace fakes {

/// The steady clock, which a test may let jump ahead.
class virtual_clock {
public:
    explicit virtual_clock(bool jumps) : m_jumps(jumps) {}

    std::uint64_t now_ns() const;
    /// Waits, or jumps there.
    void wait_until(std::uint64_t at_ns);

private:
    bool m_jumps;
    std::uint64_t m_ahead_ns = 0;
};

struct virtual_event {
    bool recorded = false; ///< cuEventRecord was called
    bool has_time = false; ///< the stream has come as far
    std::uint64_t at_ns = 0;
};

class virtual_stream {
public:
    virtual_stream(virtual_clock& clock, std::size_t queue_limit)
        : m_clock(clock), m_queue_limit(queue_limit) {}

    void enqueue_work(std::uint64_t length_ns);
    void enqueue_event(virtual_event& event, std::uint64_t length_ns);
    /// Until *word has reached the value, cyclically.
    void enqueue_wait(const std::uint32_t* word, std::uint32_t value);

    bool is_idle();
    /// Blocks until idle.
    void synchronise();

private:
    struct item {
        std::uint64_t enqueued_ns = 0, length_ns = 0;
        virtual_event* event = nullptr;
        const std::uint32_t* word = nullptr;
        std::uint32_t value = 0;
    };

    void enqueue(item added);
    /// Gives times to all that is not behind a wait.
    void advance();
    std::size_t depth();
    void wait_for_room();

    virtual_clock& m_clock;
    std::size_t m_queue_limit;
    std::deque<item> m_waiting;          ///< behind a wait, which is the first
    std::deque<std::uint64_t> m_ends_ns; ///< of what has a time and may not have ended
    std::uint64_t m_done_ns = 0;
};

} // namespace fakes
