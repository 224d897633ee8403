// What the samples of one launch's measured time come to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/telemetry.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dyno {

/// Longer without a sample than this is a gap, and while sampling a sign that the probe hangs.
inline constexpr double longest_silence_s = 1.0;

/// A time that a launch measured, on CLOCK_MONOTONIC.
struct measured_span {
    double launched_s = 0; ///< when its worker was started; samples from before show who was there
    double from_s = 0, to_s = 0;
    std::optional<std::int64_t> iterations;   ///< done in it; none: not counted
    std::vector<std::uint32_t> own_processes; ///< whose use of the GPU is the measured one
};

/// `all` in the order of time, also from outside the span: the energy counter is read between the
/// samples around its ends. Where no sample lies in the span every value is absent for the reason
/// `nothing`.
[[nodiscard]] record::telemetry summarise(const std::vector<record::telemetry_sample>& all,
                                          const measured_span& span, const std::string& nothing);

} // namespace dyno
