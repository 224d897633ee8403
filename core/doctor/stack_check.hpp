// Does the stack work? One product and one training step, each measured once in a worker.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"
#include "record/launch.hpp"

#include <optional>
#include <string>

namespace dyno::doctor {

struct seen_launch {
    std::string topic;      ///< "product", "training"
    std::string label;      ///< "gemm dtype=fp32 on NVIDIA H200"
    std::string why_absent; ///< why there was no launch; empty: there was one
    std::optional<record::launch> launch;
};

[[nodiscard]] finding check_launch(const seen_launch& seen);

} // namespace dyno::doctor
