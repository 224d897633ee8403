// What the supervisor and the probe say to each other: one JSON object a line.
//
// The probe's first line, unasked, is a device_list (message.hpp). Then the supervisor asks:
//   {"watch": DEVICE}     answered by {"facts": FACT_SHEET}, empty for the CPU; may be asked again,
//                         for fresh facts
//   {"sampling": true}    a {"sample": …} at once with its surroundings, then one each period
//   {"sampling": false}   one last {"sample": …} with its surroundings, then none
// The end of its input ends the probe. Nothing is sent while it does not sample.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/device.hpp"
#include "record/fact.hpp"
#include "record/telemetry.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dyno::record {

/// Exactly one is set.
struct probe_request {
    std::optional<device> watch;
    std::optional<bool> sampling;

    bool operator==(const probe_request&) const = default;
};

/// Exactly one is set.
struct probe_event {
    std::optional<fact_sheet> facts;
    std::optional<telemetry_sample> sample;

    bool operator==(const probe_event&) const = default;
};

[[nodiscard]] std::string write_line(const probe_request& r);
[[nodiscard]] std::string write_line(const probe_event& e);

/// Each throws dyno::error if the line is no such object.
[[nodiscard]] probe_request read_probe_request(std::string_view line);
[[nodiscard]] probe_event read_probe_event(std::string_view line);

} // namespace dyno::record
