// A device whose work the host times: what the measuring loop needs of it, and nothing else.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/error.hpp"

#include <dyno/plugin.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace dyno {

/// A call to the device failed. `lost()` says that the context cannot be used any more (a sticky
/// CUDA error, a card off the bus): the process must end.
class device_fault : public error {
public:
    device_fault(const std::string& message, bool lost) : error(message), m_lost(lost) {}
    [[nodiscard]] bool lost() const { return m_lost; }

private:
    bool m_lost;
};

/// The device's memory did not suffice; the device works on.
class device_out_of_memory : public device_fault {
public:
    explicit device_out_of_memory(const std::string& message) : device_fault(message, false) {}
};

/// One stream of one device. All calls come from one thread; each may throw device_fault.
///
/// Marks are points on the stream, numbered from 0. mark() enqueues one without waiting; when the
/// stream has been synchronised, span_s() reads the time between two of them.
class timed_device {
public:
    virtual ~timed_device() = default;

    /// What the plugin is given; valid as long as this object.
    [[nodiscard]] virtual const dyno_device& plugin_view() const = 0;

    /// Makes marks 0 to count-1 usable. Allocates, so call it outside what is timed.
    virtual void reserve_marks(std::size_t count) = 0;
    virtual void mark(std::size_t index) = 0;
    [[nodiscard]] virtual double span_s(std::size_t from, std::size_t to) = 0;
    /// Spans below this cannot be told from 0.
    [[nodiscard]] virtual double resolution_s() const = 0;

    /// Waits until all work on the stream is done.
    virtual void synchronise() = 0;

    /// Memory that is free now: of the device, or what the host can give without swapping.
    [[nodiscard]] virtual std::uint64_t free_bytes() = 0;

    /// Enqueues what evicts the last-level cache (twice its size is written). The first call
    /// allocates, so make one outside what is timed.
    virtual void flush_cache() = 0;

    /// Whether hold() works here.
    [[nodiscard]] bool can_hold() const { return hold_obstacle().empty(); }
    /// Why it does not; empty if it does.
    [[nodiscard]] virtual std::string hold_obstacle() const = 0;
    /// Keeps the stream from starting what is enqueued after this call until release(). A watchdog
    /// releases it by itself after a while, since a full launch queue would block for ever.
    virtual void hold() = 0;
    /// True if the stream was held until now; false if the watchdog had to let it go.
    [[nodiscard]] virtual bool release() = 0;

    /// Throws device_fault if an earlier asynchronous call has failed.
    virtual void check() = 0;
};

} // namespace dyno
