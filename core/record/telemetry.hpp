// What was seen of a GPU while it worked: single samples, and their summary for one launch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/reading.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dyno::record {

/// A process that holds a context on the GPU, as the driver lists it. In a container the number may
/// be the host's.
struct gpu_process {
    std::uint32_t pid = 0;
    std::optional<std::uint64_t> memory_bytes; ///< none: the driver does not say
    bool graphics = false;

    bool operator==(const gpu_process&) const = default;
};

/// Memory in use. The queries differ by what the driver keeps for itself, so values of two queries
/// cannot be compared.
struct gpu_memory {
    std::uint64_t used_bytes = 0, total_bytes = 0;
    std::string query; ///< "v2": allocated; "v1": with the driver's reserve

    bool operator==(const gpu_memory&) const = default;
};

/// What changes slowly, or costs much to ask.
struct gpu_surroundings {
    reading<gpu_memory> memory;
    reading<int> gpu_utilisation_percent, memory_utilisation_percent;
    reading<int> pcie_generation, pcie_width;
    reading<bool> display_active;
    reading<std::vector<gpu_process>> compute_processes, graphics_processes;

    bool operator==(const gpu_surroundings&) const = default;
};

/// One round of questions to the driver.
struct telemetry_sample {
    double at_s = 0;   ///< CLOCK_MONOTONIC, when the round began
    double took_s = 0; ///< the round's length
    reading<int> sm_clock_mhz, memory_clock_mhz;
    reading<double> power_w;
    std::string power_query; ///< "instant" or "average" (over 1 s on most cards); empty: no power
    reading<double> temperature_c;
    reading<std::uint64_t> event_reasons;         ///< bits; see telemetry/event_reasons.hpp
    reading<double> energy_j;                     ///< counter since the driver was loaded
    std::optional<gpu_surroundings> surroundings; ///< not in every sample

    bool operator==(const telemetry_sample&) const = default;
};

/// A time without samples, on CLOCK_MONOTONIC.
struct telemetry_gap {
    double from_s = 0, to_s = 0;

    bool operator==(const telemetry_gap&) const = default;
};

/// The samples of one launch's measured time, in short.
struct telemetry {
    double from_s = 0, to_s = 0; ///< CLOCK_MONOTONIC: what was summarised
    int samples = 0;
    std::vector<telemetry_gap> gaps; ///< longer than 1 s
    reading<double> sm_clock_median_mhz, sm_clock_min_mhz;
    reading<double> memory_clock_median_mhz, memory_clock_min_mhz;
    reading<double> power_mean_w, power_max_w;
    std::string power_query; ///< as in a sample, or "mixed"
    reading<double> temperature_max_c;
    reading<std::map<std::string, double>> event_reason_shares; ///< of samples, 0 to 1, by name
    reading<double> energy_j, energy_per_iteration_j;
    reading<double> memory_used_max_bytes;
    std::string memory_query;
    reading<int> pcie_generation_max, pcie_width_max;  ///< seen under load; both fall at idle
    reading<bool> display_active;                      ///< at any time
    reading<std::vector<gpu_process>> other_processes; ///< at any time, without the worker

    bool operator==(const telemetry&) const = default;
};

} // namespace dyno::record
