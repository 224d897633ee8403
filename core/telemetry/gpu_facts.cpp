// SPDX-License-Identifier: Apache-2.0
#include "telemetry/gpu_facts.hpp"

#include "device/init_failure.hpp"
#include "device/kernel_driver.hpp"
#include "telemetry/event_reasons.hpp"

#include <cstdint>

namespace dyno {
namespace {

using record::absent;
using record::fact;
using record::facts;
using record::reading;
using processes = std::vector<record::gpu_process>;

record::value to_value(bool truth) {
    return truth;
}
record::value to_value(int number) {
    return std::int64_t{number};
}
record::value to_value(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}
record::value to_value(double number) {
    return number;
}
record::value to_value(const std::string& text) {
    return text;
}

template <class T>
fact to_fact(const reading<T>& r) {
    return r.has_value() ? fact{to_value(r.value()), ""} : fact{std::nullopt, r.reason()};
}

/// A text or number for which empty or 0 stands for unknown.
template <class T>
reading<T> unless_unknown(const T& known, const char* reason) {
    return known == T{} ? reading<T>(absent{reason}) : reading<T>(known);
}

std::string join_ids(const processes& all) {
    std::string text;
    for (const record::gpu_process& p : all) {
        text += (text.empty() ? "" : " ") + std::to_string(p.pid);
    }
    return text;
}

std::string join_reasons(std::uint64_t bits) {
    std::string text;
    for (const std::string& name : event_reason_names(bits)) {
        text += (text.empty() ? "" : " ") + name;
    }
    return text;
}

facts find_identity(const record::device& device, std::optional<int> driver_cuda,
                    const nvml_device& gpu) {
    const reading<std::string> cuda = driver_cuda
                                          ? reading<std::string>(to_cuda_version(*driver_cuda))
                                          : reading<std::string>(absent{"the driver did not say"});
    const std::string capability =
        std::to_string(device.sm / 10) + "." + std::to_string(device.sm % 10);
    constexpr const char* unsaid = "the driver does not say";
    return {
        {"driver.version", to_fact(gpu.driver_version())},
        {"driver.kernel_module",
         to_fact(unless_unknown(read_kernel_driver_version(), "the kernel does not say"))},
        {"driver.cuda", to_fact(cuda)},
        {"gpu.name", to_fact(unless_unknown(device.name, unsaid))},
        {"gpu.compute_capability", to_fact(reading<std::string>(capability))},
        {"gpu.multiprocessors", to_fact(unless_unknown(device.multiprocessors, unsaid))},
        {"gpu.memory_bytes", to_fact(unless_unknown(device.memory_bytes, unsaid))},
        {"gpu.l2_bytes", to_fact(unless_unknown(device.l2_bytes, unsaid))},
        {"gpu.ecc_enabled", to_fact(gpu.ecc_enabled())},
        {"gpu.mig_enabled", to_fact(gpu.mig_enabled())},
        {"gpu.power_limit_w", to_fact(gpu.power_limit_w())},
        {"gpu.power_limit_default_w", to_fact(gpu.power_limit_default_w())},
        {"gpu.power_limit_min_w", to_fact(gpu.power_limit_min_w())},
        {"gpu.power_limit_max_w", to_fact(gpu.power_limit_max_w())},
        {"gpu.sm_clock_max_mhz", to_fact(gpu.sm_clock_max_mhz())},
        {"gpu.memory_clock_max_mhz", to_fact(gpu.memory_clock_max_mhz())},
        {"gpu.application_sm_clock_mhz", to_fact(gpu.application_sm_clock_mhz())},
        {"gpu.application_memory_clock_mhz", to_fact(gpu.application_memory_clock_mhz())},
        {"gpu.pcie_generation_max", to_fact(gpu.pcie_generation_max())},
        {"gpu.pcie_width_max", to_fact(gpu.pcie_width_max())},
    };
}

facts find_circumstances(const record::device& device, const nvml_device& gpu) {
    const auto memory = gpu.memory();
    const auto compute = gpu.compute_processes();
    const auto graphics = gpu.graphics_processes();
    const auto count = [](const processes& all) { return static_cast<int>(all.size()); };
    return {
        {"nvml.version", to_fact(gpu.nvml_version())},
        {"gpu.index",
         to_fact(device.index ? reading<int>(*device.index) : reading<int>(absent{"it has none"}))},
        {"gpu.uuid", to_fact(unless_unknown(device.uuid, "it has none"))},
        {"gpu.pci_bus_id", to_fact(unless_unknown(device.pci_bus_id, "it has none"))},
        {"gpu.vbios_version", to_fact(gpu.vbios_version())},
        {"gpu.ecc_pending", to_fact(gpu.ecc_pending())},
        {"gpu.mig_pending", to_fact(gpu.mig_pending())},
        {"gpu.persistence_mode", to_fact(gpu.persistence_mode())},
        {"gpu.compute_mode", to_fact(gpu.compute_mode())},
        {"gpu.display_connected", to_fact(gpu.display_connected())},
        {"gpu.display_active", to_fact(gpu.display_active())},
        {"gpu.pcie_generation", to_fact(gpu.pcie_generation())},
        {"gpu.pcie_width", to_fact(gpu.pcie_width())},
        {"gpu.sm_clock_mhz", to_fact(gpu.sm_clock_mhz())},
        {"gpu.memory_clock_mhz", to_fact(gpu.memory_clock_mhz())},
        {"gpu.power_w", to_fact(gpu.power_average_w())},
        {"gpu.temperature_c", to_fact(gpu.temperature_c())},
        {"gpu.event_reasons", to_fact(gpu.event_reasons().map(join_reasons))},
        {"gpu.utilisation_percent",
         to_fact(gpu.utilisation_percent().map([](const auto& u) { return u.first; }))},
        {"gpu.memory_used_bytes",
         to_fact(memory.map([](const record::gpu_memory& m) { return m.used_bytes; }))},
        {"gpu.memory_query",
         to_fact(memory.map([](const record::gpu_memory& m) { return m.query; }))},
        {"gpu.compute_processes", to_fact(compute.map(count))},
        {"gpu.compute_process_ids", to_fact(compute.map(join_ids))},
        {"gpu.graphics_processes", to_fact(graphics.map(count))},
        {"gpu.graphics_process_ids", to_fact(graphics.map(join_ids))},
    };
}

} // namespace

record::fact_sheet find_gpu_facts(const record::device& device, std::optional<int> driver_cuda,
                                  const nvml_device& gpu) {
    return {find_identity(device, driver_cuda, gpu), find_circumstances(device, gpu)};
}

} // namespace dyno
