// Asks the active Python what is installed in it, in a child and without importing a framework.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/python_check.hpp"
#include "process/children.hpp"

namespace dyno::doctor {

/// The first python3 (or python) on the PATH. `driver_cuda` and `has_gpu` are left as they are.
[[nodiscard]] seen_python find_python(children& processes);

} // namespace dyno::doctor
