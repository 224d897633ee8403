// What the runs of one side say about each case: values of the launches that were ok, run by run,
// and how the others ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "case_table.hpp"
#include "record/run_file.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dyno::results {

struct launch_value {
    double value = 0;                   ///< in the metric's unit
    std::optional<double> sm_clock_mhz; ///< median that was held; none: unknown
};

/// A metric of one case on one side.
struct metric_evidence {
    std::string unit;
    record::direction better{};
    std::vector<std::vector<launch_value>> runs; ///< only runs that have it
    std::set<std::string> queries; ///< how it was asked for, where that changes the value
    std::string clash;             ///< why the launches of this side do not go together, or empty

    [[nodiscard]] std::size_t launches() const;
    [[nodiscard]] std::vector<double> values() const; ///< of all launches
};

struct case_evidence {
    std::size_t runs = 0;   ///< that have the case
    std::size_t listed = 0; ///< how often it stands in their lists of cases
    std::map<record::status, std::size_t> outcomes;
    std::map<std::string, std::size_t> reasons;  ///< "crashed: …", by launches
    std::map<std::string, std::size_t> warnings; ///< by launches that carry them
    std::map<std::string, std::string> modes;    ///< notes that say how it was measured
    std::map<std::string, metric_evidence> metrics;

    [[nodiscard]] std::size_t count(record::status s) const;
    [[nodiscard]] std::size_t broken() const;  ///< launches that should have measured and did not
    [[nodiscard]] std::size_t skipped() const; ///< launches that were skipped
};

/// By case id. The runs must be those from `first_run` on in the table.
using side_evidence = std::vector<case_evidence>;
[[nodiscard]] side_evidence gather(const std::vector<const record::run_file*>& runs,
                                   const case_table& cases, std::size_t first_run);

/// Of a single run, by its own list of cases.
[[nodiscard]] side_evidence gather_run(const record::run_file& run);

} // namespace dyno::results
