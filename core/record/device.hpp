// A device that can be measured, as the probe found it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/words.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dyno::record {

struct device {
    device_kind kind{};
    std::string name;               ///< "NVIDIA H200", or the processor's model name
    std::optional<int> index;       ///< CUDA ordinal under CUDA_VISIBLE_DEVICES; none: the CPU
    std::string uuid;               ///< "GPU-5d3a…"; empty: the CPU
    std::string pci_bus_id;         ///< "0000:65:00.0"; empty: the CPU
    int sm = 0;                     ///< 90 for compute capability 9.0; 0: the CPU
    int multiprocessors = 0;        ///< SMs; of a CPU the logical processors it may use
    std::uint64_t memory_bytes = 0; ///< total
    std::uint64_t l2_bytes = 0;     ///< L2 of a GPU, last level of a CPU; 0: unknown

    bool operator==(const device&) const = default;
};

/// What the probe says: the CUDA devices in CUDA's order, then the CPU.
struct device_list {
    std::vector<device> devices;
    std::string reason;                ///< why CUDA devices are missing; empty: none is
    std::optional<int> driver_cuda;    ///< highest CUDA the driver accepts, as 13000 for 13.0
    std::optional<int> driver_failure; ///< code of cuInit, if there is a driver and it would not
                                       ///< start

    /// The first CUDA device; null: there is none.
    [[nodiscard]] const device* first_cuda() const {
        for (const device& d : devices) {
            if (d.kind == device_kind::cuda) {
                return &d;
            }
        }
        return nullptr;
    }

    bool operator==(const device_list&) const = default;
};

} // namespace dyno::record
