// Whether a comparison may pass, for pipelines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diff_report.hpp"
#include "exit_code.hpp"
#include "row.hpp"

#include <string>
#include <vector>

namespace dyno::results {

struct gate {
    std::vector<row_word> words{row_word::worse, row_word::failed, row_word::missing};
    correction adjusted = correction::none; ///< of the p of `worse` and `better` rows

    /// Whether this row alone would fail the comparison. `adjusted_p` is its p of the margin test
    /// after the correction.
    [[nodiscard]] bool stops(const row& r, double adjusted_p, double alpha) const;
};

struct gate_result {
    exit_code code = exit_code::pass;
    std::vector<const row*> stopped; ///< the rows that the gate stopped, in the report's order
};

/// "worse,failed" and the like, or "none". Throws usage_error for another word.
[[nodiscard]] std::vector<row_word> parse_words(const std::string& option,
                                                const std::vector<std::string>& texts);

/// A worse or failed row weighs more than a missing one, and that more than a doubt.
[[nodiscard]] gate_result apply(const gate& g, const diff_report& report);

} // namespace dyno::results
