// Ids of runs that were made from other files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace dyno::results {

/// 32 hexadecimal digits that depend on every byte: the same texts give the same id.
[[nodiscard]] std::string run_id_of(const std::vector<std::string>& texts);

} // namespace dyno::results
