// Rules between parameters, checked by the plugins themselves in child processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/children.hpp"
#include "scenario/case_list.hpp"
#include "scenario/problems.hpp"

#include <vector>

namespace dyno {

/// Has each case's plugin check its parameters and adds what it refuses to `found`. A case that its
/// plugin would skip is no problem. One child a plugin; one that crashes or hangs is a problem of
/// its cases.
void check_rules(children& processes, const std::vector<planned_case>& cases, problems& found);

} // namespace dyno
