// SPDX-License-Identifier: Apache-2.0
#include "doctor/host_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dyno::doctor {
namespace {

constexpr double gib = 0x1p30;
/// Pinned batches, the product's inputs and a framework's staging fit below this.
constexpr std::uint64_t least_pinned_bytes = std::uint64_t{1} << 30;

std::string size_of(const std::optional<std::uint64_t>& bytes) {
    return bytes ? fmt::format("{:.2f} GiB", static_cast<double>(*bytes) / gib) : "unlimited";
}

finding judge_pinned(const seen_host& seen) {
    const std::string text =
        fmt::format("locked memory (ulimit -l) {}, memory of the control group {}, of the machine "
                    "{:.1f} GiB",
                    size_of(seen.locked_limit_bytes), size_of(seen.cgroup_limit_bytes),
                    static_cast<double>(seen.memory_bytes) / gib);
    if (seen.cgroup_limit_bytes && *seen.cgroup_limit_bytes < 2 * least_pinned_bytes) {
        return doubtful("pinned_memory", text + ": pinned buffers count against it",
                        "give the container more memory (docker run --memory)");
    }
    // The driver pins by itself, whatever the limit is; RDMA, NCCL over InfiniBand and WSL do not.
    if (seen.locked_limit_bytes && *seen.locked_limit_bytes < least_pinned_bytes && seen.is_wsl) {
        return doubtful("pinned_memory", text + ": under WSL the limit bounds pinned memory",
                        "ulimit -l unlimited, or a larger memory in .wslconfig");
    }
    return good("pinned_memory", text);
}

bool has_word(const std::string& list, const std::string& word) {
    return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

finding judge_container(const seen_host& seen) {
    std::string closed;
    for (const device_node& node : seen.nodes) {
        if (!node.trouble.empty()) {
            closed += (closed.empty() ? "" : ", ") + node.path + ": " + node.trouble;
        }
    }
    const bool is_container = !seen.container.empty() && seen.container != "none seen";
    const std::string where = is_container ? "container: " + seen.container : "no container seen";
    if (!closed.empty()) {
        return seen.has_gpu
                   ? doubtful("container", where + "; " + closed,
                              "give this user the device (group of the node, or the container's "
                              "device rights)")
                   : wrong("container", where + "; " + closed,
                           is_container ? "start the container with `docker run --gpus all`, or "
                                          "allow its devices (cgroup)"
                                        : "give this user the device (group of the node)");
    }
    if (is_container && !seen.capabilities.empty() && seen.capabilities != "all") {
        for (const auto& [word, what] :
             {std::pair("compute", "CUDA"), std::pair("utility", "NVML")}) {
            if (!has_word(seen.capabilities, word)) {
                return doubtful("container",
                                where + "; NVIDIA_DRIVER_CAPABILITIES=" + seen.capabilities +
                                    " leaves out " + word + ", which " + what + " needs",
                                "set NVIDIA_DRIVER_CAPABILITIES=compute,utility");
            }
        }
    }
    return good("container",
                where + (seen.nodes.empty() ? "; no /dev/nvidia* node"
                                            : "; every /dev/nvidia* node can be opened"));
}

finding judge_wsl(const seen_host& seen) {
    if (!seen.is_wsl) {
        return good("wsl", "not under WSL");
    }
    if (!seen.has_wsl_gpu) {
        return doubtful("wsl", "under WSL, without /dev/dxg: no GPU is passed through",
                        "WSL 2 and a Windows driver with CUDA: wsl --update, and no Linux driver");
    }
    return doubtful("wsl",
                    "under WSL: NVML answers only in part, pinned memory is bounded and launches "
                    "cost more than on Linux",
                    "measure on Linux where host time counts");
}

} // namespace

findings check_host(const seen_host& seen) {
    return {judge_pinned(seen), judge_container(seen), judge_wsl(seen)};
}

} // namespace dyno::doctor
