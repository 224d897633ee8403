// SPDX-License-Identifier: Apache-2.0
#include "telemetry/gpu_sample.hpp"

#include <ctime>

namespace dyno {
namespace {

record::gpu_surroundings find_surroundings(const nvml_device& gpu) {
    record::gpu_surroundings s;
    const auto utilisation = gpu.utilisation_percent();
    s.gpu_utilisation_percent = utilisation.map([](const auto& u) { return u.first; });
    s.memory_utilisation_percent = utilisation.map([](const auto& u) { return u.second; });
    s.memory = gpu.memory();
    s.pcie_generation = gpu.pcie_generation();
    s.pcie_width = gpu.pcie_width();
    s.display_active = gpu.display_active();
    s.compute_processes = gpu.compute_processes();
    s.graphics_processes = gpu.graphics_processes();
    return s;
}

/// The power now, or, from drivers that do not say, an average.
void find_power(const nvml_device& gpu, record::telemetry_sample& sample) {
    sample.power_w = gpu.power_instant_w();
    sample.power_query = "instant";
    if (!sample.power_w.has_value()) {
        sample.power_w = gpu.power_average_w();
        sample.power_query = sample.power_w.has_value() ? "average" : "";
    }
}

} // namespace

record::telemetry_sample take_gpu_sample(const nvml_device& gpu, bool surroundings) {
    record::telemetry_sample sample;
    sample.at_s = monotonic_s();
    // What belongs together in time comes first: the energy counter is read against at_s.
    sample.energy_j = gpu.energy_j();
    find_power(gpu, sample);
    sample.sm_clock_mhz = gpu.sm_clock_mhz();
    sample.memory_clock_mhz = gpu.memory_clock_mhz();
    sample.event_reasons = gpu.event_reasons();
    sample.temperature_c = gpu.temperature_c();
    if (surroundings) {
        sample.surroundings = find_surroundings(gpu);
    }
    sample.took_s = monotonic_s() - sample.at_s;
    return sample;
}

double monotonic_s() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace dyno
