// What a run says under a short key: "gpu", "driver", "cuda", "cudnn", or the name of any fact.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <string>
#include <vector>

namespace dyno::results {

/// "unknown" if the run does not say. "cuda" is the CUDA runtime that was in use; the highest one
/// that the driver accepts is "driver.cuda".
[[nodiscard]] std::string text_of_run_key(const record::run_file& run, const std::string& key);

/// Whether some run knows the key. Throws usage_error, with the nearest known key, if none does.
void check_run_key(const std::vector<const record::run_file*>& runs, const std::string& option,
                   const std::string& key);

/// Compares texts with numbers in them by the numbers: "570.9" before "570.124".
[[nodiscard]] bool version_less(std::string_view a, std::string_view b);

} // namespace dyno::results
