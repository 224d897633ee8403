// Many runs in the order of time: where known changes of the machine moved a metric, where it moved
// without one, and whether the newest run fits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/words.hpp"
#include "row.hpp"
#include "statistics/comparison.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dyno::results {

struct history_request {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> where, metrics;
    statistics::rules rules;
};

/// A known change of the machine, just before a run.
struct boundary {
    std::string device;
    std::string started; ///< of the first run after it
    std::vector<std::string> changes;
};

/// Where a series moved.
struct history_change {
    std::string started; ///< of the first run after it
    std::string cause;   ///< the parts that changed; empty: no known change
    double ratio = 1;    ///< after / before
    double p = 1;
    row_word word{}; ///< of a known change: as a diff of the runs around it
    std::string reason;
};

struct history_series {
    std::string device, label, metric, unit;
    record::direction better{};
    std::size_t runs = 0;
    double newest = 0;                            ///< value of the newest run
    std::optional<double> change;                 ///< of it to the segment before, as a ratio
    std::optional<statistics::interval> expected; ///< where it was expected, as values
    row_word word = row_word::unclear;
    std::string reason;
    std::vector<history_change> changes;
};

struct history_report {
    std::size_t runs = 0;
    std::vector<boundary> boundaries;
    std::vector<history_series> series; ///< worst first
    std::vector<std::string> warnings;
};

/// Known boundaries come first, each judged as a diff of the runs around it (ten at most a side);
/// then E-divisive change points inside the stretches; the newest run is judged by the prediction
/// interval of its segment: outside it is `worse`, `better` or `small`, inside it is `same` or
/// `unclear`. Throws like make_diff_report.
[[nodiscard]] history_report make_history_report(const history_request& request);

} // namespace dyno::results
