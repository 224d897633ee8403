// The run file: one invocation of `runner`. results/FORMAT.md describes it for readers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/declaration.hpp"
#include "record/device.hpp"
#include "record/fact.hpp"
#include "record/launch.hpp"
#include "record/lever.hpp"
#include "record/policy.hpp"
#include "record/value.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace dyno::record {

/// Version of the format. A reader accepts every minor version of its own major version.
inline constexpr int schema_major = 1;
inline constexpr int schema_minor = 0;

/// A workload with every parameter fixed. Two runs are joined on workload, parameters, the
/// policy's identity part (cache) and environment.
struct run_case {
    std::string id;    ///< as the scenario named it; empty: unnamed
    std::string label; ///< for people: "gemm dtype=bf16 size=8192"
    std::string workload;
    std::string plugin;            ///< name of the plugin that offered it; empty: none did
    record::parameters parameters; ///< all of them, defaults filled in
    record::policy policy;
    std::map<std::string, std::string> environment; ///< variables set for the worker

    bool operator==(const run_case&) const = default;
};

/// A workload as the run knew it, so that a parameter added later orphans no old run.
struct run_workload {
    std::string id;
    record::parameters defaults;
    std::vector<metric_declaration> metrics;

    bool operator==(const run_workload&) const = default;
};

/// A plugin that was used.
struct run_plugin {
    std::string name, version, build, path, build_id;

    bool operator==(const run_plugin&) const = default;
};

struct run_file {
    int major = schema_major, minor = schema_minor;
    std::string id;       ///< random, unique to this run
    std::string started;  ///< UTC
    std::string finished; ///< UTC; empty while it runs
    run_state state{};
    std::string harness_version;
    std::vector<std::string> command; ///< as it was called

    std::string scenario_name;
    std::string scenario_path;
    std::string scenario_effective; ///< TOML, with `extends` and `--set` applied

    record::device device;
    facts identity;      ///< compared by a diff
    facts circumstances; ///< recorded, never compared for equality
    std::vector<run_plugin> plugins;
    std::vector<run_workload> workloads;
    std::vector<run_case> cases;
    std::vector<lever> levers; ///< with their pairs from the start, with effects at the end
    std::vector<launch> launches;
    std::vector<std::string> warnings;

    bool operator==(const run_file&) const = default;
};

} // namespace dyno::record
