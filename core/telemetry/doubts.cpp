// SPDX-License-Identifier: Apache-2.0
#include "telemetry/doubts.hpp"

#include "telemetry/event_reasons.hpp"
#include "telemetry/gpu_state.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace dyno {
namespace {

using record::fact_sheet;
using doubts = std::vector<std::string>;

/// An idle GPU holds a few MiB, or by the first memory query what its driver reserves, 300 to
/// 900 MB.
constexpr double idle_memory_bytes = 1 << 30;

/// The driver counts its own short work as load.
constexpr std::int64_t idle_utilisation_percent = 10;

std::int64_t count_of(const fact_sheet& sheet, const char* name) {
    return sheet.value<std::int64_t>(name).value_or(0);
}

void doubt_load(const fact_sheet& gpu, doubts& all) {
    const compute_use use = find_compute_use(gpu).value_or(compute_use{});
    const double used = static_cast<double>(count_of(gpu, "gpu.memory_used_bytes"));
    const std::int64_t load = count_of(gpu, "gpu.utilisation_percent");
    if (use.processes > 0) {
        all.push_back(to_text(use) + ": end what shares it, or the times are of both");
    } else if (used > idle_memory_bytes) {
        all.push_back(fmt::format("{:.1f} GiB of the GPU's memory are in use though no compute "
                                  "process is listed: another container or user may share it",
                                  used / (1 << 30)));
    }
    if (load >= idle_utilisation_percent) {
        all.push_back(fmt::format("the GPU is busy before the run ({} % utilisation)", load));
    }
}

void doubt_display(const fact_sheet& gpu, doubts& all) {
    if (const auto use = find_desktop_use(gpu); use && use->is_any()) {
        all.push_back(to_text(*use));
    }
}

void doubt_power(const fact_sheet& gpu, doubts& all) {
    if (const auto limit = find_power_limit(gpu); limit && limit->is_lowered()) {
        all.push_back(fmt::format("the power limit is {:.0f} W, below the card's default {:.0f} W "
                                  "(nvidia-smi -pl {:.0f} sets it back)",
                                  limit->in_force_w, limit->default_w, limit->default_w));
    }
}

void doubt_modes(const fact_sheet& gpu, doubts& all) {
    const std::string compute = gpu.value<std::string>("gpu.compute_mode").value_or("");
    if (compute == "prohibited") {
        all.push_back("the compute mode prohibits every CUDA program (nvidia-smi -c DEFAULT)");
    } else if (!compute.empty() && compute != "default") {
        all.push_back(fmt::format("the compute mode is {}: a launch fails while any other process "
                                  "holds the GPU (nvidia-smi -c DEFAULT)",
                                  compute));
    }
    for (const auto& [mode, word] : {std::pair("ecc", "ECC"), std::pair("mig", "MIG")}) {
        const auto now = gpu.value<bool>(fmt::format("gpu.{}_enabled", mode));
        const auto pending = gpu.value<bool>(fmt::format("gpu.{}_pending", mode));
        if (now && pending && *now != *pending) {
            all.push_back(fmt::format("{} is {} but will be {} after the next reset of the GPU: "
                                      "runs before and after it differ",
                                      word, *now ? "on" : "off", *pending ? "on" : "off"));
        }
    }
    if (gpu.value<bool>("gpu.mig_enabled").value_or(false)) {
        all.push_back("MIG is on: power and clocks are shared with the GPU's other instances");
    }
}

std::string list_ids(const std::vector<record::gpu_process>& all) {
    std::string ids;
    for (const record::gpu_process& p : all) {
        ids +=
            fmt::format("{}{}{}", ids.empty() ? "" : ", ", p.pid, p.graphics ? " (graphics)" : "");
    }
    return ids;
}

} // namespace

doubts doubts_before(const fact_sheet& gpu) {
    doubts all;
    doubt_load(gpu, all);
    doubt_display(gpu, all);
    doubt_power(gpu, all);
    doubt_modes(gpu, all);
    return all;
}

doubts doubts_during(const record::telemetry& seen) {
    doubts all;
    if (seen.event_reason_shares.has_value()) {
        for (const auto& [name, share] : seen.event_reason_shares.value()) {
            if (is_slowdown(name)) {
                all.push_back(fmt::format("the GPU was slowed down ({}) in {:.0f} % of the samples",
                                          name, std::ceil(share * 100)));
            } else if (name.starts_with("0x")) {
                all.push_back(fmt::format("the clocks were limited for an unknown reason ({}) in "
                                          "{:.0f} % of the samples",
                                          name, std::ceil(share * 100)));
            }
        }
    }
    if (seen.other_processes.has_value() && !seen.other_processes.value().empty()) {
        all.push_back("other processes used the GPU: " + list_ids(seen.other_processes.value()));
    }
    for (const record::telemetry_gap& gap : seen.gaps) {
        all.push_back(fmt::format("telemetry was silent for {:.1f} s", gap.to_s - gap.from_s));
    }
    return all;
}

} // namespace dyno
