// What the supervisor keeps of the probe's samples, and what it makes of them for a launch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/telemetry.hpp"
#include "telemetry/telemetry_summary.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dyno {

/// No clock, no process, no file: times come from the caller.
class telemetry_log {
public:
    /// Samples are asked for from now on.
    void start(double now_s);
    /// No more are asked for.
    void stop();
    /// In the order of their times, as the probe sends them.
    void add(record::telemetry_sample sample);
    /// There will be no samples, or no more, for this reason ("the probe fell silent").
    void give_up(std::string reason);

    /// True if samples are asked for and none has come for longer than longest_silence_s.
    [[nodiscard]] bool is_silent(double now_s) const;

    /// True if a sample from then or later has come: until then the energy of a span that ends
    /// there is not known.
    [[nodiscard]] bool has_reached(double at_s) const;

    /// Drops samples older than `before_s`, which no span will ask for any more.
    void forget(double before_s);

    /// What was seen in the span. Where no sample lies in it every value is absent.
    [[nodiscard]] record::telemetry summarise(const measured_span& span) const;

private:
    std::vector<record::telemetry_sample> m_samples;
    std::optional<double> m_expected_since_s; ///< the last sample's time, or the start
    std::string m_reason;
};

} // namespace dyno
