// The plugins: which can be used, and why one cannot.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"
#include "plugin/catalog.hpp"

namespace dyno::doctor {

/// "plugins": one for those that can be used, one for each that cannot.
[[nodiscard]] findings check_plugins(const catalog& plugins);

} // namespace dyno::doctor
