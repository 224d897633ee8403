// From what two sides know of a case to its rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evidence.hpp"
#include "metric_judgement.hpp"
#include "row.hpp"

#include <string>
#include <vector>

namespace dyno::results {

/// Rows of one case: one for each metric where both sides measured it, and one for the whole case
/// where a side did not, or where launches of NEW broke and none of BASE did.
[[nodiscard]] std::vector<row> judge_case(std::size_t case_id, const case_evidence& base,
                                          const case_evidence& fresh, const judging& by);

/// Whether a metric is a row unless others are asked for: what a user gets (time, rates, memory),
/// not how it came about (host times, shares).
[[nodiscard]] bool is_usual_metric(const std::string& metric);

} // namespace dyno::results
