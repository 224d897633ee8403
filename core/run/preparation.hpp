// Everything before the first launch: scenario, plugins, devices, cases, rules.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugin/catalog.hpp"
#include "process/children.hpp"
#include "record/device.hpp"
#include "record/error.hpp"
#include "scenario/case_list.hpp"
#include "scenario/problems.hpp"
#include "scenario/scenario.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dyno {

/// What the command line asks for.
struct run_options {
    std::filesystem::path scenario;
    std::vector<std::string> settings;
    std::vector<std::filesystem::path> plugin_folders;
    std::string output;
    bool quiet = false;
    bool dry_run = false;
    bool telemetry = true; ///< sample the GPU during launches
};

/// Errors of sense in a scenario, one a line: exit code 2.
class scenario_problems : public error {
public:
    explicit scenario_problems(const problems& found);
};

/// The device that is measured, or why there is none.
struct chosen_device {
    std::optional<record::device> device;
    std::string remark; ///< why there is none, or why it is no CUDA device
};

/// By the scenario's kind and selector among what the probe found. Throws dyno::error for a
/// selector that is none, or that fits more than one device.
[[nodiscard]] chosen_device choose_device(const scenario& from, const record::device_list& found);

struct preparation {
    dyno::scenario scenario;
    dyno::catalog catalog;
    chosen_device device;
    std::vector<planned_case> cases;
    std::vector<record::lever> levers; ///< with pairs, without effects
};

/// Finds plugins in all folders and has them described. `program` is this program's own path.
[[nodiscard]] catalog find_catalog(children& processes,
                                   const std::vector<std::filesystem::path>& folders);

/// The offers of a catalog as the scenario's side wants them; refers to the catalog.
[[nodiscard]] workload_offers offers_of(const catalog& from);

/// Reads and checks the scenario in the light of the devices found; throws scenario_problems with
/// all errors of sense at once, and dyno::error for a scenario that cannot be read.
[[nodiscard]] preparation prepare(children& processes, const run_options& options, node scenario,
                                  const record::device_list& devices);

/// The path of the program that runs.
[[nodiscard]] std::filesystem::path program_path();

} // namespace dyno
