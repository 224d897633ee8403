// Labels of a run's cases that fit into a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <string>
#include <vector>

namespace dyno::summary {

struct case_labels {
    std::vector<std::string> of_cases; ///< as many as the run has cases
    /// What was left out of them: "in all cases of gemm: dtype=bf16 k=4096"; one line a workload.
    std::vector<std::string> left_out;
};

/// The labels as they stand, if all are short. Else the parameters that all cases of a workload
/// (two or more) share are left out of each and said once.
[[nodiscard]] case_labels label_cases(const record::run_file& run);

/// A label without these parameters: "gemm dtype=bf16 size=64" without dtype is "gemm size=64".
[[nodiscard]] std::string label_without(const std::string& label, const record::parameters& named);

} // namespace dyno::summary
