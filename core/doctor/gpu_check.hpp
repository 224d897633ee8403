// How the GPU is set and who shares it, from what NVML says and what a launch saw under load.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"
#include "record/fact.hpp"
#include "record/telemetry.hpp"

#include <optional>
#include <string>

namespace dyno::doctor {

struct seen_gpu {
    std::string why_none; ///< why there is no GPU to look at; empty: there is one
    record::fact_sheet facts;
    std::optional<record::telemetry> under_load; ///< of the product's launch
    std::string why_no_load;                     ///< if there was none
};

/// "power_limit", "pcie_link", "persistence", "ecc", "mig", "compute_mode", "display",
/// "processes", "gpu_memory", in this order.
[[nodiscard]] findings check_gpu(const seen_gpu& seen);

} // namespace dyno::doctor
