// SPDX-License-Identifier: Apache-2.0
#include "doctor/trial_runs.hpp"

#include "run/launcher.hpp"
#include "run/preparation.hpp"
#include "scenario/toml.hpp"

namespace dyno::doctor {
namespace {

constexpr const char* policy = R"(schema = 1
name = "doctor"
[device]
kind = "any"
[measure]
launches = 1
warmup_s = 0.2
max_warmup_s = 1.0
min_samples = 3
time_limit_s = 120
)";

/// Telemetry looks at the PCIe link once a second, and the link leaves its idle speed only under
/// load.
constexpr const char* time_on_cuda = "min_time_s = 2.5\nmax_time_s = 3.0\n";
constexpr const char* time_on_cpu = "min_time_s = 0.5\nmax_time_s = 1.0\n";

struct trial {
    const char* topic;
    const char* workload;
    const char* on_cuda; ///< parameters
    const char* on_cpu;
};

/// Small, but no toy: the product fills the GPU, the step passes through every kind of layer.
constexpr trial trials[] = {
    {"product", "gemm", "size = 4096", "size = 512"},
    {"training", "resnet_training",
     R"(model = "resnet18", batch = 8, image_size = 64, cudnn_benchmark = false)",
     R"(model = "resnet18", batch = 2, image_size = 64, cudnn_benchmark = false)"},
};

seen_launch run(const trial& what, children& processes, probe_client& probe,
                const std::vector<std::filesystem::path>& plugin_folders) {
    seen_launch seen{what.topic, what.workload, "", std::nullopt};
    const bool on_cuda = probe.devices().first_cuda() != nullptr;
    const std::string text = std::string(policy) + (on_cuda ? time_on_cuda : time_on_cpu) +
                             "[[case]]\nworkload = \"" + what.workload + "\"\nparams = { " +
                             (on_cuda ? what.on_cuda : what.on_cpu) + " }\n";
    run_options options;
    options.scenario = "doctor";
    options.plugin_folders = plugin_folders;
    try {
        const preparation ready =
            prepare(processes, options, parse_toml(text, "doctor"), probe.devices());
        const planned_case& one = ready.cases.front();
        if (!ready.device.device || !one.skip_reason.empty()) {
            seen.why_absent = ready.device.device ? one.skip_reason : ready.device.remark;
            return seen;
        }
        const record::device& device = *ready.device.device;
        seen.label = one.recorded.label + " on " + device.name;
        const bool samples = device.kind == record::device_kind::cuda;
        seen.launch = launch_once({processes, device, samples ? &probe : nullptr}, one.recorded,
                                  one.plugin_path, [](const record::progress&) {});
        seen.why_absent = seen.launch ? "" : "interrupted";
    } catch (const error& failure) {
        // A plugin whose parameters are not ours: of another version, or another's.
        seen.why_absent = failure.what();
    }
    return seen;
}

} // namespace

std::vector<seen_launch> run_trials(children& processes, probe_client& probe,
                                    const catalog& plugins,
                                    const std::vector<std::filesystem::path>& plugin_folders) {
    std::vector<seen_launch> all;
    for (const trial& what : trials) {
        if (processes.interrupted()) {
            all.push_back({what.topic, what.workload, "interrupted", std::nullopt});
        } else if (plugins.find_workload(what.workload).empty()) {
            all.push_back(
                {what.topic, what.workload,
                 std::string("no usable plugin offers the workload '") + what.workload + "'",
                 std::nullopt});
        } else {
            all.push_back(run(what, processes, probe, plugin_folders));
        }
    }
    return all;
}

} // namespace dyno::doctor
