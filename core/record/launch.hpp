// One worker process that measured one case once: the statistical unit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/telemetry.hpp"
#include "record/words.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dyno::record {

/// A named number. With samples, the value is their median.
struct metric {
    std::string name; ///< "time"
    std::string unit; ///< base unit: "s", "FLOP/s", "B", "1"
    direction better{};
    double value = 0;            ///< finite
    std::vector<double> samples; ///< in the order taken; empty for a metric that was derived

    bool operator==(const metric&) const = default;
};

/// How the samples of `time` were taken.
struct measurement {
    std::int64_t batch = 1; ///< iterations a sample
    std::int64_t warmup_iterations = 0;
    double warmup_s = 0;
    bool settled = true;                 ///< the last two warm-up windows agreed within 1 %
    std::string stopped_by;              ///< "target_rel_ci", "max_time_s", "max_samples", "once"
    std::optional<double> rel_ci;        ///< half-width of the median's 95 % interval, relative;
                                         ///< none below 6 samples
    double resolution_s = 0;             ///< of the timer
    std::vector<double> sample_starts_s; ///< CLOCK_MONOTONIC, one a sample of `time`

    bool operator==(const measurement&) const = default;
};

/// A shared library that was mapped into the worker when it had measured.
struct library {
    std::string name;    ///< "libcublasLt.so.13"
    std::string version; ///< "13.1.0"; empty: unknown
    std::string path;

    bool operator==(const library&) const = default;
};

/// One line of the journal, and one element of the run file's "launches".
struct launch {
    std::size_t case_index = 0; ///< into the run file's cases
    int round = 0;              ///< 1, 2, …
    record::status status{};
    std::string reason;    ///< why the status is not ok; empty otherwise
    std::string started;   ///< UTC, "2026-01-31T12:00:00Z"; empty: never started
    double duration_s = 0; ///< of the whole process
    std::optional<record::measurement> measurement;
    std::vector<metric> metrics;
    std::map<std::string, std::string> notes;
    std::vector<std::string> warnings;
    std::vector<library> libraries;
    std::optional<record::telemetry> telemetry; ///< of the measured time; none: not watched
    std::string log; ///< what the worker wrote to stdout and stderr; its end, if it is long

    [[nodiscard]] const metric* find(const std::string& name) const {
        for (const metric& m : metrics) {
            if (m.name == name) {
                return &m;
            }
        }
        return nullptr;
    }

    bool operator==(const launch&) const = default;
};

} // namespace dyno::record
