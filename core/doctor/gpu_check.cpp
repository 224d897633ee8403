// SPDX-License-Identifier: Apache-2.0
#include "doctor/gpu_check.hpp"

#include "telemetry/gpu_state.hpp"

#include <fmt/format.h>

#include <initializer_list>

namespace dyno::doctor {
namespace {

/// Less than this of the memory free, and workloads of ordinary size do not fit.
constexpr double least_free_share = 0.9;

constexpr const char* topics[] = {"power_limit",  "pcie_link", "persistence", "ecc",       "mig",
                                  "compute_mode", "display",   "processes",   "gpu_memory"};

class sheet_reader {
public:
    explicit sheet_reader(const record::fact_sheet& sheet) : m_sheet(sheet) {}

    template <class T>
    [[nodiscard]] std::optional<T> value(const std::string& name) const {
        return m_sheet.value<T>(name);
    }

    [[nodiscard]] const record::fact_sheet& sheet() const { return m_sheet; }

    /// The reason of the first of these that is unknown.
    [[nodiscard]] std::string why_unknown(std::initializer_list<const char*> names) const {
        for (const char* name : names) {
            const record::fact* found = m_sheet.find(name);
            if (found == nullptr) {
                return "the driver did not answer";
            }
            if (!found->known) {
                return found->reason;
            }
        }
        return "the driver's answer is of another kind";
    }

private:
    const record::fact_sheet& m_sheet;
};

finding judge_power(const sheet_reader& gpu) {
    const auto limit = find_power_limit(gpu.sheet());
    if (!limit) {
        return not_checked("power_limit",
                           gpu.why_unknown({"gpu.power_limit_w", "gpu.power_limit_default_w"}));
    }
    const std::string text =
        fmt::format("{:.0f} W in force, {:.0f} W by default", limit->in_force_w, limit->default_w);
    if (limit->is_lowered()) {
        return doubtful("power_limit", text + ": products run slower than the card can",
                        fmt::format("nvidia-smi -pl {:.0f}", limit->default_w));
    }
    return good("power_limit", text);
}

finding judge_link(const sheet_reader& gpu, const seen_gpu& seen) {
    const auto generation_max = gpu.value<std::int64_t>("gpu.pcie_generation_max");
    const auto width_max = gpu.value<std::int64_t>("gpu.pcie_width_max");
    if (!generation_max || !width_max) {
        return not_checked("pcie_link",
                           gpu.why_unknown({"gpu.pcie_generation_max", "gpu.pcie_width_max"}));
    }
    if (!seen.under_load) {
        return not_checked("pcie_link", "the link is slow at idle and must be seen under load: " +
                                            seen.why_no_load);
    }
    const auto& generation = seen.under_load->pcie_generation_max;
    const auto& width = seen.under_load->pcie_width_max;
    if (!generation.has_value() || !width.has_value()) {
        return not_checked("pcie_link",
                           generation.has_value() ? width.reason() : generation.reason());
    }
    const std::string text =
        fmt::format("generation {} x{} under load, {} x{} at most", generation.value(),
                    width.value(), *generation_max, *width_max);
    if (generation.value() < *generation_max || width.value() < *width_max) {
        return doubtful("pcie_link", text,
                        "seat the card in a slot that is wired for its width; look at the slot's "
                        "speed in the firmware and at risers");
    }
    return good("pcie_link", text);
}

finding judge_persistence(const sheet_reader& gpu) {
    const auto on = gpu.value<bool>("gpu.persistence_mode");
    if (!on) {
        return not_checked("persistence", gpu.why_unknown({"gpu.persistence_mode"}));
    }
    return *on ? good("persistence", "on")
               : doubtful("persistence",
                          "off: the driver unloads the GPU when nobody uses it, so that each first "
                          "launch starts slowly",
                          "systemctl enable --now nvidia-persistenced, or nvidia-smi -pm 1");
}

finding judge_mode(const sheet_reader& gpu, const std::string& topic, const std::string& word) {
    const auto now = gpu.value<bool>(("gpu." + topic + "_enabled").c_str());
    const auto pending = gpu.value<bool>(("gpu." + topic + "_pending").c_str());
    if (!now) {
        return not_checked(topic, gpu.why_unknown({("gpu." + topic + "_enabled").c_str()}));
    }
    if (pending && *pending != *now) {
        return doubtful(
            topic, word + (*now ? " is on and" : " is off and") + " will change at the next reset",
            "nvidia-smi --gpu-reset, or reboot");
    }
    if (topic == "mig" && *now) {
        return doubtful(topic, "MIG is on: one instance is measured, not the whole GPU",
                        "nvidia-smi -mig 0, if the whole GPU is meant");
    }
    return good(topic, *now ? "on" : "off");
}

finding judge_compute_mode(const sheet_reader& gpu) {
    const auto mode = gpu.value<std::string>("gpu.compute_mode");
    if (!mode) {
        return not_checked("compute_mode", gpu.why_unknown({"gpu.compute_mode"}));
    }
    if (*mode == "prohibited") {
        return wrong("compute_mode", "prohibited: no CUDA program can start",
                     "nvidia-smi -c DEFAULT");
    }
    if (*mode != "default") {
        return doubtful("compute_mode",
                        *mode + ": a program fails while another process holds the GPU",
                        "nvidia-smi -c DEFAULT");
    }
    return good("compute_mode", *mode);
}

finding judge_display(const sheet_reader& gpu) {
    const auto use = find_desktop_use(gpu.sheet());
    if (!use) {
        return not_checked("display",
                           gpu.why_unknown({"gpu.display_active", "gpu.graphics_processes"}));
    }
    if (use->is_any()) {
        return doubtful("display", to_text(*use),
                        "stop the desktop (systemctl isolate multi-user.target), or use another "
                        "GPU for it");
    }
    return good("display", "no display and no graphics process");
}

finding judge_processes(const sheet_reader& gpu) {
    const auto use = find_compute_use(gpu.sheet());
    if (!use) {
        return not_checked("processes", gpu.why_unknown({"gpu.compute_processes"}));
    }
    if (use->processes > 0) {
        return doubtful("processes", to_text(*use), "end them, or the times are of both");
    }
    return good("processes", "no other compute process is on the GPU");
}

finding judge_memory(const sheet_reader& gpu) {
    const auto used = gpu.value<std::int64_t>("gpu.memory_used_bytes");
    const auto all = gpu.value<std::int64_t>("gpu.memory_bytes");
    if (!used || !all) {
        return not_checked("gpu_memory",
                           gpu.why_unknown({"gpu.memory_used_bytes", "gpu.memory_bytes"}));
    }
    constexpr double gib = 0x1p30;
    const auto total = static_cast<double>(*all), taken = static_cast<double>(*used);
    if (taken > total) {
        return doubtful("gpu_memory",
                        fmt::format("the driver says that {:.1f} GiB of {:.1f} GiB are in use, "
                                    "which cannot be",
                                    taken / gib, total / gib),
                        "see `nvidia-smi -q -d MEMORY`");
    }
    const std::string text =
        fmt::format("{:.1f} of {:.1f} GiB are free", (total - taken) / gib, total / gib);
    if (total - taken < least_free_share * total) {
        return doubtful("gpu_memory", text,
                        "end what holds memory (nvidia-smi), also in other "
                        "containers");
    }
    return good("gpu_memory", text);
}

} // namespace

findings check_gpu(const seen_gpu& seen) {
    findings all;
    if (!seen.why_none.empty()) {
        for (const char* topic : topics) {
            all.push_back(not_checked(topic, seen.why_none));
        }
        return all;
    }
    const sheet_reader gpu(seen.facts);
    all = {judge_power(gpu),
           judge_link(gpu, seen),
           judge_persistence(gpu),
           judge_mode(gpu, "ecc", "ECC"),
           judge_mode(gpu, "mig", "MIG"),
           judge_compute_mode(gpu),
           judge_display(gpu),
           judge_processes(gpu),
           judge_memory(gpu)};
    return all;
}

} // namespace dyno::doctor
