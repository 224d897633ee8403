// A host for tests of a workload: it serves parameters and keeps whatever the workload says.
//
// It holds the workload to its own declarations, as the real host does: an undeclared name, a
// wrong type or a value out of range throws when it is given, and a metric must be declared.
// drive() makes the calls of one launch in their order.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <dyno/plugin.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dyno::testing {

class recording_host {
public:
    /// Parameters as TOML text: {{"dtype", "\"bf16\""}, {"size", "64"}}. What is not given has
    /// its declared default. Throws std::invalid_argument for what the declarations refuse.
    explicit recording_host(const dyno_workload& workload,
                            const std::map<std::string, std::string>& given = {});

    recording_host(const recording_host&) = delete;
    recording_host& operator=(const recording_host&) = delete;

    /// What to hand to check() and create(); valid while this object lives.
    [[nodiscard]] const dyno_host* services() const { return &m_services; }

    // What the workload said.
    std::vector<std::pair<std::string, double>> works;
    std::vector<std::string> peaks;
    std::map<std::string, std::vector<double>> metrics;
    std::map<std::string, std::string> notes;
    std::vector<std::string> warnings;
    std::string failure; ///< the last fail()
    std::vector<std::string> progress;
    std::vector<std::string> mistakes; ///< calls that the real host would refuse

private:
    struct value {
        dyno_type type;
        std::int64_t integer = 0;
        double real = 0;
        std::string text;
    };

    static value parse(const dyno_param& declared, const std::string& toml);
    [[nodiscard]] const value* find(const char* name, dyno_type type) const;

    const dyno_workload& m_workload;
    std::map<std::string, value> m_values;
    dyno_host m_services;
};

/// How a launch ended: DYNO_OK, or the call that ended it with its status and message.
struct outcome {
    dyno_status status = DYNO_OK;
    std::string call;
    std::string message;
};

/// check, create, prepare, `warm` runs, begin, `timed` runs, report, destroy.
outcome drive(const dyno_workload& workload, recording_host& host, const dyno_device& device,
              int warm = 1, int timed = 2);

/// The CPU as a device.
dyno_device cpu_device();

} // namespace dyno::testing
