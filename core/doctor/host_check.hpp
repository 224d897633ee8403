// The host around the GPU: pinned memory, the container's rights, WSL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dyno::doctor {

/// A device node that a CUDA program opens, and what opening it says.
struct device_node {
    std::string path;
    std::string trouble; ///< the system's word; empty: it can be opened
};

struct seen_host {
    std::optional<std::uint64_t> locked_limit_bytes; ///< RLIMIT_MEMLOCK; none: unlimited
    std::optional<std::uint64_t> cgroup_limit_bytes; ///< of the cgroup's memory; none: unlimited
    std::uint64_t memory_bytes = 0;                  ///< of the machine
    std::string container;                           ///< "docker"; "none seen": none
    std::string capabilities;                        ///< NVIDIA_DRIVER_CAPABILITIES; empty: not set
    std::vector<device_node> nodes;                  ///< /dev/nvidia*; empty: there are none
    bool is_wsl = false;
    bool has_wsl_gpu = false; ///< /dev/dxg
    bool has_gpu = false;     ///< a CUDA device was found
};

/// "pinned_memory", "container", "wsl".
[[nodiscard]] findings check_host(const seen_host& seen);

} // namespace dyno::doctor
