// What a plugin declares about itself: workloads, their parameters and metrics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/value.hpp"
#include "record/words.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dyno::record {

enum class value_type { integer = 1, real, text, boolean };

/// One key that a workload reads.
struct parameter_declaration {
    std::string name;
    value_type type{};
    std::string fallback_toml; ///< the default as TOML text; empty: the scenario must give it
    std::vector<std::string> allowed; ///< for text; empty: any
    std::optional<std::int64_t> least_integer, most_integer;
    std::optional<double> least_real, most_real;
    std::string unit; ///< "B": sizes may be written "24 GiB"; empty: none
    std::string doc;

    bool operator==(const parameter_declaration&) const = default;
};

struct metric_declaration {
    std::string name;
    std::string unit;
    direction better{};
    std::string doc;

    bool operator==(const metric_declaration&) const = default;
};

/// Whether the runner itself measures, or derives, a metric of this name; no plugin may declare it
/// but one that times itself.
[[nodiscard]] inline bool is_host_metric(std::string_view name) {
    constexpr std::string_view names[] = {
        "time",        "wall_time",  "enqueue_time",  "cpu_time",
        "device_time", "host_bound", "share_of_peak", "share_of_peak_at_clock"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

struct workload_declaration {
    std::string id;
    std::string summary;
    bool on_cpu = false, on_cuda = false;
    bool self_timed = false, synchronises = false;
    std::vector<parameter_declaration> parameters;
    std::vector<metric_declaration> metrics;

    bool operator==(const workload_declaration&) const = default;
};

/// A plugin as its entry describes it.
struct plugin_declaration {
    std::string name, version, build;
    std::uint32_t abi = 0;
    std::vector<workload_declaration> workloads;

    bool operator==(const plugin_declaration&) const = default;
};

} // namespace dyno::record
