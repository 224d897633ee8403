// From a scenario's levers to the pairs of cases that differ in them alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/lever.hpp"
#include "scenario/case_list.hpp"
#include "scenario/problems.hpp"
#include "scenario/scenario.hpp"

#include <vector>

namespace dyno {

/// Each lever with every pair of cases that is equal but for its parameters, in the order of the
/// cases. A parameter that the workload does not have, a value that it refuses, `from` and `to` of
/// different parameters or with the same values, and a lever that pairs no cases are added to
/// `found`. A lever of a workload that nobody offers pairs what it can.
[[nodiscard]] std::vector<record::lever> list_levers(const scenario& from,
                                                     const std::vector<planned_case>& cases,
                                                     const workload_offers& offers,
                                                     problems& found);

} // namespace dyno
