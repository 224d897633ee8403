// Cases that only one side has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "case_table.hpp"
#include "row.hpp"

#include <vector>

namespace dyno::results {

/// Where a missing and a new case differ in a single setting that is no number (cache, input,
/// accumulator), and each has no other such partner, one row says what differs:
/// "incomparable (input: normal, zeros)". It still stands for a case that is missing.
void pair_unmatched(std::vector<row>& rows, const case_table& cases);

} // namespace dyno::results
