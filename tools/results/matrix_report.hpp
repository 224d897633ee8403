// Many runs as a table: cases down, states of the machine across.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "case_table.hpp"
#include "row.hpp"
#include "run_set.hpp"
#include "statistics/comparison.hpp"
#include "statistics/geometric_mean.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dyno::results {

struct matrix_request {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> where, metrics;
    std::vector<std::string> columns{"gpu", "driver", "cuda"}; ///< keys of runs
    std::string rows = "case";     ///< or a key of cases: then a row is their geometric mean
    std::vector<std::string> base; ///< "driver=570.1": which column the others are compared with
    statistics::rules rules;
};

struct matrix_column {
    std::vector<std::string> key; ///< by matrix_request::columns
    std::size_t runs = 0;
    std::size_t base = 0; ///< the column that this one is compared with; itself for a base
    std::string mixed;    ///< which keys that are not shown differ between its runs, or empty
};

struct matrix_cell {
    std::optional<double> value;  ///< median; none for a mean of several cases
    std::optional<double> ratio;  ///< to the base column
    std::optional<row_word> word; ///< of the comparison with the base column
};

struct matrix_row {
    std::string name, metric, unit;
    record::direction better{};
    std::vector<matrix_cell> cells; ///< by column
};

/// What a change of one key does, over the pairs of columns that share the others.
struct marginal_effect {
    std::string key, from, to, at; ///< at: the rest of the pair's key
    record::direction better{};
    statistics::geometric_mean mean;
};

struct matrix_report {
    std::vector<std::string> keys;
    std::vector<matrix_column> columns;
    std::vector<matrix_row> rows;
    std::vector<marginal_effect> effects;
    std::vector<std::string> interactions; ///< rows where an effect changes its sign
    std::vector<std::string> warnings;
};

/// Throws usage_error and dyno::error like make_diff_report.
[[nodiscard]] matrix_report make_matrix_report(const matrix_request& request);

} // namespace dyno::results
