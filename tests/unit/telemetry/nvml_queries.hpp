// Every question that is asked of a GPU, with the functions of NVML that can answer it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "telemetry/nvml_device.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fakes {

struct nvml_query {
    std::string name;
    std::vector<std::string> functions;
    /// Why there is no answer; empty if there is one.
    std::function<std::string(const dyno::nvml_device&)> reason;
};

#define QUERY(member, ...)                                                                         \
    nvml_query {                                                                                   \
#member, {__VA_ARGS__ }, [](const dyno::nvml_device& d) { return d.member().reason(); }    \
    }

inline const std::vector<nvml_query>& all_queries() {
    static const std::vector<nvml_query> all{
        QUERY(driver_version, "nvmlSystemGetDriverVersion"),
        QUERY(vbios_version, "nvmlDeviceGetVbiosVersion"),
        QUERY(sm_clock_max_mhz, "nvmlDeviceGetMaxClockInfo"),
        QUERY(memory_clock_max_mhz, "nvmlDeviceGetMaxClockInfo"),
        QUERY(pcie_generation_max, "nvmlDeviceGetMaxPcieLinkGeneration"),
        QUERY(pcie_width_max, "nvmlDeviceGetMaxPcieLinkWidth"),
        QUERY(ecc_enabled, "nvmlDeviceGetEccMode"),
        QUERY(ecc_pending, "nvmlDeviceGetEccMode"),
        QUERY(mig_enabled, "nvmlDeviceGetMigMode"),
        QUERY(mig_pending, "nvmlDeviceGetMigMode"),
        QUERY(power_limit_w, "nvmlDeviceGetEnforcedPowerLimit",
              "nvmlDeviceGetPowerManagementLimit"),
        QUERY(power_limit_default_w, "nvmlDeviceGetPowerManagementDefaultLimit"),
        QUERY(power_limit_min_w, "nvmlDeviceGetPowerManagementLimitConstraints"),
        QUERY(power_limit_max_w, "nvmlDeviceGetPowerManagementLimitConstraints"),
        QUERY(application_sm_clock_mhz, "nvmlDeviceGetApplicationsClock"),
        QUERY(application_memory_clock_mhz, "nvmlDeviceGetApplicationsClock"),
        QUERY(persistence_mode, "nvmlDeviceGetPersistenceMode"),
        QUERY(compute_mode, "nvmlDeviceGetComputeMode"),
        QUERY(display_connected, "nvmlDeviceGetDisplayMode"),
        QUERY(sm_clock_mhz, "nvmlDeviceGetClockInfo"),
        QUERY(memory_clock_mhz, "nvmlDeviceGetClockInfo"),
        QUERY(power_instant_w, "nvmlDeviceGetFieldValues"),
        QUERY(power_instant_w, "power_instant"), // the code of the field alone
        QUERY(power_average_w, "nvmlDeviceGetPowerUsage"),
        QUERY(temperature_c, "nvmlDeviceGetTemperatureV", "nvmlDeviceGetTemperature"),
        QUERY(event_reasons, "nvmlDeviceGetCurrentClocksEventReasons",
              "nvmlDeviceGetCurrentClocksThrottleReasons"),
        QUERY(energy_j, "nvmlDeviceGetTotalEnergyConsumption"),
        QUERY(utilisation_percent, "nvmlDeviceGetUtilizationRates"),
        QUERY(memory, "nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetMemoryInfo"),
        QUERY(pcie_generation, "nvmlDeviceGetCurrPcieLinkGeneration"),
        QUERY(pcie_width, "nvmlDeviceGetCurrPcieLinkWidth"),
        QUERY(display_active, "nvmlDeviceGetDisplayActive"),
        QUERY(compute_processes, "nvmlDeviceGetComputeRunningProcesses_v3",
              "nvmlDeviceGetComputeRunningProcesses_v2", "nvmlDeviceGetComputeRunningProcesses"),
        QUERY(graphics_processes, "nvmlDeviceGetGraphicsRunningProcesses_v3",
              "nvmlDeviceGetGraphicsRunningProcesses_v2", "nvmlDeviceGetGraphicsRunningProcesses"),
    };
    return all;
}

#undef QUERY

} // namespace fakes
