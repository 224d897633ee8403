// One launch, seen from the supervisor: starts the worker and makes a record of however it ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/children.hpp"
#include "record/launch.hpp"
#include "record/message.hpp"
#include "record/run_file.hpp"
#include "run/probe_client.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace dyno {

/// What a launch needs beside the case.
struct launch_surroundings {
    children& processes;
    const record::device& device;
    probe_client* probe = nullptr; ///< samples the device meanwhile; nullptr: nothing does
};

/// Runs the case once; a worker that cannot be started is a launch that failed. Nothing comes back
/// if this process was asked to stop meanwhile: the launch counts as not run. `progress` is told
/// what the worker does.
[[nodiscard]] std::optional<record::launch>
launch_once(const launch_surroundings& in, const record::run_case& what,
            const std::filesystem::path& plugin_path,
            const std::function<void(const record::progress&)>& progress);

/// The record of a worker that ended: what it reported, or why it did not.
[[nodiscard]] record::launch conclude(std::optional<record::launch> reported, const child_end& end,
                                      const record::policy& policy, const std::string& last_phase);

/// "2026-01-31T12:00:00Z".
[[nodiscard]] std::string utc_now();

} // namespace dyno
