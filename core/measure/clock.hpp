// The host's clocks, behind an interface so that tests need no real time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dyno {

class clock_source {
public:
    virtual ~clock_source() = default;
    /// CLOCK_MONOTONIC, in seconds.
    [[nodiscard]] virtual double now_s() = 0;
    /// Processor time of all threads of this process, in seconds.
    [[nodiscard]] virtual double process_s() = 0;
};

/// The machine's own.
class system_clock_source final : public clock_source {
public:
    [[nodiscard]] double now_s() override;
    [[nodiscard]] double process_s() override;
};

} // namespace dyno
