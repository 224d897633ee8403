// One GPU as NVML sees it. Every answer is a reading: a value, or the reason why there is none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/device.hpp"
#include "record/telemetry.hpp"
#include "telemetry/nvml.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dyno {

class nvml_device {
public:
    /// The GPU with the device's UUID, or at its PCI bus id; never by an index, which NVML counts
    /// otherwise than CUDA. Throws dyno::error if NVML shows neither. `library` must outlive this
    /// object. Of a MIG instance memory and processes are its own, the rest is its GPU's.
    nvml_device(const nvml& library, const record::device& wanted);
    /// A GPU that cannot be asked: every reading is absent for this reason.
    explicit nvml_device(std::string reason) : m_reason(std::move(reason)) {}

    template <class T>
    using reading = record::reading<T>;

    // what it is
    [[nodiscard]] reading<std::string> driver_version() const;
    [[nodiscard]] reading<std::string> nvml_version() const;
    [[nodiscard]] reading<std::string> vbios_version() const;
    [[nodiscard]] reading<int> sm_clock_max_mhz() const;
    [[nodiscard]] reading<int> memory_clock_max_mhz() const;
    [[nodiscard]] reading<int> pcie_generation_max() const;
    [[nodiscard]] reading<int> pcie_width_max() const;

    // how it is set
    [[nodiscard]] reading<bool> ecc_enabled() const;
    [[nodiscard]] reading<bool> ecc_pending() const; ///< after the next reset
    [[nodiscard]] reading<bool> mig_enabled() const;
    [[nodiscard]] reading<bool> mig_pending() const;
    [[nodiscard]] reading<double> power_limit_w() const; ///< in force
    [[nodiscard]] reading<double> power_limit_default_w() const;
    [[nodiscard]] reading<double> power_limit_min_w() const; ///< lowest that can be set
    [[nodiscard]] reading<double> power_limit_max_w() const;
    [[nodiscard]] reading<int> application_sm_clock_mhz() const;
    [[nodiscard]] reading<int> application_memory_clock_mhz() const;
    [[nodiscard]] reading<bool> persistence_mode() const;
    [[nodiscard]] reading<std::string> compute_mode() const; ///< "default", "prohibited", …
    [[nodiscard]] reading<bool> display_connected() const;

    // what it does now
    [[nodiscard]] reading<int> sm_clock_mhz() const;
    [[nodiscard]] reading<int> memory_clock_mhz() const;
    [[nodiscard]] reading<double> power_instant_w() const;
    [[nodiscard]] reading<double> power_average_w() const; ///< over 1 s on most cards
    [[nodiscard]] reading<double> temperature_c() const;
    [[nodiscard]] reading<std::uint64_t> event_reasons() const;
    [[nodiscard]] reading<double> energy_j() const; ///< since the driver was loaded
    [[nodiscard]] reading<std::pair<int, int>> utilisation_percent() const; ///< GPU, memory
    [[nodiscard]] reading<record::gpu_memory> memory() const;
    [[nodiscard]] reading<int> pcie_generation() const;
    [[nodiscard]] reading<int> pcie_width() const;
    [[nodiscard]] reading<bool> display_active() const;
    [[nodiscard]] reading<std::vector<record::gpu_process>> compute_processes() const;
    [[nodiscard]] reading<std::vector<record::gpu_process>> graphics_processes() const;

private:
    using names = std::initializer_list<const char*>;
    using modes = std::pair<unsigned, unsigned>; ///< now, and after the next reset

    template <class... Arguments>
    nvml_abi::code call(names functions, Arguments... arguments) const;
    record::absent why_absent(nvml_abi::code result) const;

    /// What a function answers that writes one number behind its other arguments.
    template <class Number, class... Arguments>
    reading<Number> ask(names functions, Arguments... arguments) const;
    reading<int> ask_int(names functions) const;
    reading<bool> ask_bool(names functions) const;
    reading<double> ask_watts(names functions) const;
    reading<int> ask_clock(names functions, unsigned which) const;
    reading<modes> ask_modes(names functions) const;
    reading<modes> power_limits() const;
    reading<std::vector<record::gpu_process>> ask_processes(const std::string& name,
                                                            bool graphics) const;

    const nvml* m_library = nullptr;
    void* m_handle = nullptr; ///< the device, a MIG instance perhaps
    void* m_gpu = nullptr;    ///< the GPU that it is, or is a part of
    std::string m_reason;     ///< why there is no library
};

} // namespace dyno
