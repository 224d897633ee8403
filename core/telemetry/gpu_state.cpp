// SPDX-License-Identifier: Apache-2.0
#include "telemetry/gpu_state.hpp"

#include <fmt/format.h>

namespace dyno {
namespace {

/// Limits are read back a few milliwatts off what was set.
constexpr double equal_power_w = 0.5;

std::string plural(std::int64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "es");
}

} // namespace

bool power_limit::is_lowered() const {
    return in_force_w < default_w - equal_power_w;
}

std::optional<power_limit> find_power_limit(const record::fact_sheet& gpu) {
    const auto limit = gpu.value<double>("gpu.power_limit_w");
    const auto standard = gpu.value<double>("gpu.power_limit_default_w");
    return limit && standard ? std::optional(power_limit{*limit, *standard}) : std::nullopt;
}

std::optional<desktop_use> find_desktop_use(const record::fact_sheet& gpu) {
    const auto active = gpu.value<bool>("gpu.display_active");
    const auto drawing = gpu.value<std::int64_t>("gpu.graphics_processes");
    if (!active && !drawing) {
        return std::nullopt;
    }
    return desktop_use{active.value_or(false), drawing.value_or(0),
                       gpu.value<std::string>("gpu.graphics_process_ids").value_or("")};
}

std::optional<compute_use> find_compute_use(const record::fact_sheet& gpu) {
    const auto count = gpu.value<std::int64_t>("gpu.compute_processes");
    if (!count) {
        return std::nullopt;
    }
    return compute_use{*count, gpu.value<std::string>("gpu.compute_process_ids").value_or("")};
}

std::string to_text(const desktop_use& use) {
    const std::string who =
        use.processes == 0
            ? std::string()
            : fmt::format(" ({}: {})", plural(use.processes, "graphics process"), use.process_ids);
    return fmt::format("the GPU {}{}: desktop work takes time and memory from what is measured",
                       use.drives_display ? "drives a display" : "is used for graphics", who);
}

std::string to_text(const compute_use& use) {
    return fmt::format("the GPU is in use by {} ({})", plural(use.processes, "compute process"),
                       use.process_ids);
}

} // namespace dyno
