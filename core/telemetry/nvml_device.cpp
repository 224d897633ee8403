// SPDX-License-Identifier: Apache-2.0
#include "telemetry/nvml_device.hpp"

#include "record/error.hpp"
#include "telemetry/process_list.hpp"

#include <array>

namespace dyno {

using nvml_abi::code;
using record::absent;
using record::gpu_memory;
using record::gpu_process;

nvml_device::nvml_device(const nvml& library, const record::device& wanted) : m_library(&library) {
    code result = call({"nvmlDeviceGetHandleByUUID"}, wanted.uuid.c_str(), &m_handle);
    if (result != 0) {
        const code by_uuid = result;
        result = call({"nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetHandleByPciBusId"},
                      wanted.pci_bus_id.c_str(), &m_handle);
        if (result != 0) {
            throw error("NVML does not show the GPU " + wanted.uuid + " (" +
                        why_absent(by_uuid).reason + ") nor one at " + wanted.pci_bus_id + " (" +
                        why_absent(result).reason + ")");
        }
    }
    m_gpu = m_handle;
    unsigned is_mig = 0;
    if (call({"nvmlDeviceIsMigDeviceHandle"}, m_handle, &is_mig) == 0 && is_mig != 0) {
        void* parent = nullptr;
        if (call({"nvmlDeviceGetDeviceHandleFromMigDeviceHandle"}, m_handle, &parent) == 0) {
            m_gpu = parent;
        }
    }
}

// ---- ways to ask ------------------------------------------------------------------------------

template <class... Arguments>
code nvml_device::call(names functions, Arguments... arguments) const {
    return m_library ? m_library->call(functions, arguments...) : nvml_abi::no_library;
}

absent nvml_device::why_absent(code result) const {
    return m_library ? m_library->why_absent(result) : absent{m_reason};
}

template <class Number, class... Arguments>
record::reading<Number> nvml_device::ask(names functions, Arguments... arguments) const {
    Number answer{};
    const code result = call(functions, m_gpu, arguments..., &answer);
    return result == 0 ? reading<Number>(answer) : why_absent(result);
}

record::reading<int> nvml_device::ask_int(names functions) const {
    return ask<unsigned>(functions).map([](unsigned n) { return static_cast<int>(n); });
}

record::reading<bool> nvml_device::ask_bool(names functions) const {
    return ask<unsigned>(functions).map([](unsigned n) { return n != 0; });
}

record::reading<double> nvml_device::ask_watts(names functions) const {
    return ask<unsigned>(functions).map([](unsigned milliwatts) { return milliwatts * 1e-3; });
}

record::reading<int> nvml_device::ask_clock(names functions, unsigned which) const {
    return ask<unsigned>(functions, which).map([](unsigned mhz) { return static_cast<int>(mhz); });
}

record::reading<nvml_device::modes> nvml_device::ask_modes(names functions) const {
    modes answer;
    const code result = call(functions, m_gpu, &answer.first, &answer.second);
    return result == 0 ? reading<modes>(answer) : why_absent(result);
}

record::reading<std::vector<gpu_process>> nvml_device::ask_processes(const std::string& name,
                                                                     bool graphics) const {
    code result = nvml_abi::symbol_missing;
    for (const char* version : {"_v3", "_v2", ""}) {
        process_list list(graphics, *version != '\0');
        const std::string function = name + version;
        do {
            result = call({function.c_str()}, m_handle, list.count(), list.data());
        } while (result == nvml_abi::insufficient_size && list.grow());
        if (result == 0) {
            return list.read();
        }
        if (result != nvml_abi::symbol_missing && result != nvml_abi::function_not_found) {
            break;
        }
    }
    return why_absent(result);
}

// ---- what it is -------------------------------------------------------------------------------

record::reading<std::string> nvml_device::driver_version() const {
    return m_library ? m_library->driver_version() : absent{m_reason};
}

record::reading<std::string> nvml_device::nvml_version() const {
    return m_library ? m_library->library_version() : absent{m_reason};
}

record::reading<std::string> nvml_device::vbios_version() const {
    std::array<char, 33> text{};
    const unsigned length = text.size() - 1;
    const code result = call({"nvmlDeviceGetVbiosVersion"}, m_gpu, text.data(), length);
    return result == 0 ? reading<std::string>(text.data()) : why_absent(result);
}

record::reading<int> nvml_device::sm_clock_max_mhz() const {
    return ask_clock({"nvmlDeviceGetMaxClockInfo"}, nvml_abi::sm_clock);
}
record::reading<int> nvml_device::memory_clock_max_mhz() const {
    return ask_clock({"nvmlDeviceGetMaxClockInfo"}, nvml_abi::memory_clock);
}
record::reading<int> nvml_device::pcie_generation_max() const {
    return ask_int({"nvmlDeviceGetMaxPcieLinkGeneration"});
}
record::reading<int> nvml_device::pcie_width_max() const {
    return ask_int({"nvmlDeviceGetMaxPcieLinkWidth"});
}

// ---- how it is set ----------------------------------------------------------------------------

record::reading<bool> nvml_device::ecc_enabled() const {
    return ask_modes({"nvmlDeviceGetEccMode"}).map([](modes m) { return m.first != 0; });
}
record::reading<bool> nvml_device::ecc_pending() const {
    return ask_modes({"nvmlDeviceGetEccMode"}).map([](modes m) { return m.second != 0; });
}
record::reading<bool> nvml_device::mig_enabled() const {
    return ask_modes({"nvmlDeviceGetMigMode"}).map([](modes m) { return m.first != 0; });
}
record::reading<bool> nvml_device::mig_pending() const {
    return ask_modes({"nvmlDeviceGetMigMode"}).map([](modes m) { return m.second != 0; });
}
record::reading<double> nvml_device::power_limit_w() const {
    return ask_watts({"nvmlDeviceGetEnforcedPowerLimit", "nvmlDeviceGetPowerManagementLimit"});
}
record::reading<double> nvml_device::power_limit_default_w() const {
    return ask_watts({"nvmlDeviceGetPowerManagementDefaultLimit"});
}
record::reading<nvml_device::modes> nvml_device::power_limits() const {
    return ask_modes({"nvmlDeviceGetPowerManagementLimitConstraints"});
}
record::reading<double> nvml_device::power_limit_min_w() const {
    return power_limits().map([](modes milliwatts) { return milliwatts.first * 1e-3; });
}
record::reading<double> nvml_device::power_limit_max_w() const {
    return power_limits().map([](modes milliwatts) { return milliwatts.second * 1e-3; });
}
record::reading<int> nvml_device::application_sm_clock_mhz() const {
    return ask_clock({"nvmlDeviceGetApplicationsClock"}, nvml_abi::sm_clock);
}
record::reading<int> nvml_device::application_memory_clock_mhz() const {
    return ask_clock({"nvmlDeviceGetApplicationsClock"}, nvml_abi::memory_clock);
}
record::reading<bool> nvml_device::persistence_mode() const {
    return ask_bool({"nvmlDeviceGetPersistenceMode"});
}
record::reading<std::string> nvml_device::compute_mode() const {
    constexpr std::array words{"default", "exclusive_thread", "prohibited", "exclusive_process"};
    return ask<unsigned>({"nvmlDeviceGetComputeMode"}).map([&](unsigned mode) {
        return mode < words.size() ? std::string(words[mode]) : std::to_string(mode);
    });
}
record::reading<bool> nvml_device::display_connected() const {
    return ask_bool({"nvmlDeviceGetDisplayMode"});
}

// ---- what it does now -------------------------------------------------------------------------

record::reading<int> nvml_device::sm_clock_mhz() const {
    return ask_clock({"nvmlDeviceGetClockInfo"}, nvml_abi::sm_clock);
}
record::reading<int> nvml_device::memory_clock_mhz() const {
    return ask_clock({"nvmlDeviceGetClockInfo"}, nvml_abi::memory_clock);
}

record::reading<double> nvml_device::power_instant_w() const {
    nvml_abi::field_value field;
    field.field = nvml_abi::power_instant_field;
    code result = call({"nvmlDeviceGetFieldValues"}, m_gpu, 1, &field);
    if (result == 0) {
        result = field.result;
    }
    if (result != 0) {
        return why_absent(result);
    }
    if (field.value_type != nvml_abi::unsigned_int_value) {
        return absent{"a value of type " + std::to_string(field.value_type)};
    }
    return field.value.number * 1e-3;
}

record::reading<double> nvml_device::power_average_w() const {
    return ask_watts({"nvmlDeviceGetPowerUsage"});
}

record::reading<double> nvml_device::temperature_c() const {
    nvml_abi::temperature_v1 newer;
    if (call({"nvmlDeviceGetTemperatureV"}, m_gpu, &newer) == 0) {
        return static_cast<double>(newer.temperature_c);
    }
    return ask<unsigned>({"nvmlDeviceGetTemperature"}, nvml_abi::gpu_sensor)
        .map([](unsigned celsius) { return static_cast<double>(celsius); });
}

record::reading<std::uint64_t> nvml_device::event_reasons() const {
    return ask<unsigned long long>(
               {"nvmlDeviceGetCurrentClocksEventReasons",
                "nvmlDeviceGetCurrentClocksThrottleReasons"}) // before driver 535
        .map([](unsigned long long bits) { return static_cast<std::uint64_t>(bits); });
}

record::reading<double> nvml_device::energy_j() const {
    return ask<unsigned long long>({"nvmlDeviceGetTotalEnergyConsumption"})
        .map(
            [](unsigned long long millijoules) { return static_cast<double>(millijoules) * 1e-3; });
}

record::reading<std::pair<int, int>> nvml_device::utilisation_percent() const {
    return ask<nvml_abi::utilisation>({"nvmlDeviceGetUtilizationRates"})
        .map([](nvml_abi::utilisation u) {
            return std::pair<int, int>(u.gpu_percent, u.memory_percent);
        });
}

record::reading<gpu_memory> nvml_device::memory() const {
    gpu_memory found;
    if (nvml_abi::memory_v2 newer; call({"nvmlDeviceGetMemoryInfo_v2"}, m_handle, &newer) == 0) {
        found = {newer.used, newer.total, "v2"};
    } else {
        nvml_abi::memory_v1 older{};
        const code result = call({"nvmlDeviceGetMemoryInfo"}, m_handle, &older);
        if (result != 0) {
            return why_absent(result);
        }
        found = {older.used, older.total, "v1"};
    }
    if (found.used_bytes > found.total_bytes) {
        return absent{"implausible: " + std::to_string(found.used_bytes) + " bytes used of " +
                      std::to_string(found.total_bytes)};
    }
    return found;
}

record::reading<int> nvml_device::pcie_generation() const {
    return ask_int({"nvmlDeviceGetCurrPcieLinkGeneration"});
}
record::reading<int> nvml_device::pcie_width() const {
    return ask_int({"nvmlDeviceGetCurrPcieLinkWidth"});
}
record::reading<bool> nvml_device::display_active() const {
    return ask_bool({"nvmlDeviceGetDisplayActive"});
}
record::reading<std::vector<gpu_process>> nvml_device::compute_processes() const {
    return ask_processes("nvmlDeviceGetComputeRunningProcesses", false);
}
record::reading<std::vector<gpu_process>> nvml_device::graphics_processes() const {
    return ask_processes("nvmlDeviceGetGraphicsRunningProcesses", true);
}

} // namespace dyno
