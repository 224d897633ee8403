// What the supervisor and its children say to each other: one JSON object a line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/declaration.hpp"
#include "record/device.hpp"
#include "record/launch.hpp"
#include "record/policy.hpp"
#include "record/value.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dyno::record {

/// What a worker is asked to do: one launch.
struct task {
    std::string plugin_path;
    std::string workload;
    record::parameters parameters;
    record::policy policy;
    record::device device;

    bool operator==(const task&) const = default;
};

/// What a worker says while it works.
struct progress {
    std::string phase;   ///< "prepare", "warm-up", "measure", …
    double fraction = 0; ///< 0 to 1 of that phase
    std::string detail;

    bool operator==(const progress&) const = default;
};

/// A line from a worker: progress, or the launch as far as the worker knows it (at the end).
struct worker_event {
    std::optional<record::progress> progress;
    std::optional<launch> result;

    bool operator==(const worker_event&) const = default;
};

[[nodiscard]] std::string write_line(const task& t);
[[nodiscard]] std::string write_line(const worker_event& e);
[[nodiscard]] std::string write_line(const plugin_declaration& d);
[[nodiscard]] std::string write_line(const device_list& d);

/// Each throws dyno::error if the line is no such object.
[[nodiscard]] task read_task(std::string_view line);
[[nodiscard]] worker_event read_worker_event(std::string_view line);
[[nodiscard]] plugin_declaration read_plugin_declaration(std::string_view line);
[[nodiscard]] device_list read_device_list(std::string_view line);

} // namespace dyno::record
