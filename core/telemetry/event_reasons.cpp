// SPDX-License-Identifier: Apache-2.0
#include "telemetry/event_reasons.hpp"

#include <fmt/format.h>

#include <array>

namespace dyno {
namespace {

struct event_reason {
    std::uint64_t bit;
    const char* name;
    bool slowdown;
};

/// nvmlClocksEventReason… of nvml.h.
constexpr std::array<event_reason, 11> reasons{{{0x1, "idle", false},
                                                {0x2, "application_clocks", false},
                                                {0x4, "power_cap", false},
                                                {0x8, "hardware_slowdown", true},
                                                {0x10, "sync_boost", false},
                                                {0x20, "software_thermal", true},
                                                {0x40, "hardware_thermal", true},
                                                {0x80, "power_brake", true},
                                                {0x100, "display_clock", false},
                                                {0x200, "board_limit", false},
                                                {0x400, "reliability", false}}};

} // namespace

std::vector<std::string> event_reason_names(std::uint64_t bits) {
    std::vector<std::string> names;
    for (const event_reason& known : reasons) {
        if ((bits & known.bit) != 0) {
            names.emplace_back(known.name);
            bits &= ~known.bit;
        }
    }
    for (int position = 0; position < 64; ++position) {
        if (const std::uint64_t bit = std::uint64_t{1} << position; (bits & bit) != 0) {
            names.push_back(fmt::format("{:#x}", bit));
        }
    }
    return names;
}

bool is_slowdown(std::string_view name) {
    for (const event_reason& known : reasons) {
        if (known.name == name) {
            return known.slowdown;
        }
    }
    return false;
}

} // namespace dyno
