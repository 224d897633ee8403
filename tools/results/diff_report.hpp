// A comparison of two sides, complete and without a form: what every format prints.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "case_table.hpp"
#include "common_shift.hpp"
#include "environment_change.hpp"
#include "environment_rule.hpp"
#include "row.hpp"
#include "run_set.hpp"
#include "selection.hpp"
#include "statistics/comparison.hpp"
#include "statistics/geometric_mean.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dyno::results {

enum class row_order { worst = 1, name, change, p };
enum class correction { none = 1, benjamini_hochberg, holm };

struct diff_request {
    std::vector<std::filesystem::path> base, fresh;
    std::vector<std::string> where, metrics;
    statistics::rules rules;
    row_order order = row_order::worst;
    std::vector<row_word> only; ///< rows to show; empty: all. The gate sees all rows
    std::string by;             ///< key to group by; empty: one group
    std::vector<std::string> require_same, allow_difference; ///< facts or parts, or "all"
};

/// A run as the header of a report shows it.
struct run_line {
    std::string path, id, started, scenario, device, state;
    std::size_t cases = 0, launches = 0;
};

/// The geometric mean of the rows of one direction that both sides measured.
struct mean_line {
    record::direction better{};
    statistics::geometric_mean mean;
};

struct row_group {
    std::string name; ///< "dtype=bf16"; empty for the only group
    std::vector<row> rows;
    std::vector<mean_line> means;
};

struct diff_report {
    std::vector<run_line> base, fresh;
    bool is_same_run = false;
    std::vector<std::string> warnings;    ///< about the whole comparison
    std::vector<std::string> not_allowed; ///< differences that were asked to be none
    environment_change environment;
    statistics::rules rules;
    std::vector<compared_case> cases; ///< by case_id
    std::vector<row_group> groups;
    std::optional<common_shift> shift;
    std::map<row_word, std::size_t> counts; ///< of all rows
    std::vector<std::string> left_out;      ///< metrics that are no rows unless asked for
    std::vector<row_word> only;

    [[nodiscard]] std::size_t row_count() const;
    [[nodiscard]] const std::string& label_of(const row& r) const { return cases[r.case_id].label; }
    [[nodiscard]] bool shows(const row& r) const;
};

/// Throws usage_error, refused_comparison, and dyno::error for files that cannot be read or have
/// nothing in common.
[[nodiscard]] diff_report make_diff_report(const diff_request& request);

} // namespace dyno::results
