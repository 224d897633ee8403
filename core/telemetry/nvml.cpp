// SPDX-License-Identifier: Apache-2.0
#include "telemetry/nvml.hpp"

#include "device/kernel_driver.hpp"
#include "record/error.hpp"

#include <array>

namespace dyno {
namespace {

library open(const std::string& soname) {
    try {
        return library::open_from_system(soname);
    } catch (const error& failure) {
        throw error("no NVML (" + std::string(failure.what()) + ")");
    }
}

} // namespace

nvml::nvml(const std::string& soname) : m_library(open(soname)) {
    if (const nvml_abi::code result = call({"nvmlInit_v2", "nvmlInit"}); result != 0) {
        throw error(explain_init(result));
    }
}

nvml::~nvml() {
    (void)call({"nvmlShutdown"});
}

std::string nvml::explain_init(nvml_abi::code result) const {
    std::string words = "nvmlInit: " + why_absent(result).reason;
    if (result == nvml_abi::driver_not_loaded) {
        return words + ": the NVIDIA kernel module is not loaded";
    }
    if (result == nvml_abi::version_mismatch) {
        const auto library = library_version(); // answers without nvmlInit
        const std::string module = read_kernel_driver_version();
        return words + ": the library is " + (library.has_value() ? library.value() : "unknown") +
               ", the loaded kernel module " + (module.empty() ? "unknown" : module) +
               "; after a driver upgrade reboot the machine";
    }
    return words;
}

record::absent nvml::why_absent(nvml_abi::code result) const {
    switch (result) {
    case nvml_abi::not_supported:
        return {"not supported"};
    case nvml_abi::no_permission:
        return {"no permission"};
    case nvml_abi::gpu_is_lost:
        return {"lost"};
    case nvml_abi::symbol_missing:
    case nvml_abi::function_not_found:
        return {"symbol missing"};
    case nvml_abi::version_mismatch:
    case nvml_abi::argument_version_mismatch:
        return {"version mismatch"};
    default:
        break;
    }
    using error_string = const char*(nvml_abi::code);
    auto* words = reinterpret_cast<error_string*>(m_library.find("nvmlErrorString"));
    const char* text = words ? words(result) : nullptr;
    return {std::string(text ? text : "NVML error") + " (" + std::to_string(result) + ")"};
}

record::reading<std::string> nvml::driver_version() const {
    std::array<char, 81> text{};
    const unsigned length = text.size() - 1;
    const auto result = call({"nvmlSystemGetDriverVersion"}, text.data(), length);
    return result == 0 ? record::reading<std::string>(text.data()) : why_absent(result);
}

record::reading<std::string> nvml::library_version() const {
    std::array<char, 81> text{};
    const unsigned length = text.size() - 1;
    const auto result = call({"nvmlSystemGetNVMLVersion"}, text.data(), length);
    return result == 0 ? record::reading<std::string>(text.data()) : why_absent(result);
}

} // namespace dyno
