// Choosing the fastest of cuBLASLt's candidates that give the right answer.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer_check.hpp"
#include "cublaslt_product.hpp"
#include "race.hpp"

#include <span>
#include <string>
#include <vector>

namespace dyno::gemm {

struct tuning_result {
    race_result race;
    std::vector<std::string> left_out; ///< a candidate and why, one each
    std::size_t not_tried = 0;         ///< candidates for which there was no time
};

/// Runs every candidate once and leaves out those that fail or give a wrong answer, races the rest
/// and makes the product take the winner. Takes about two seconds; D is overwritten. Throws
/// invalid_answer if no candidate is right.
tuning_result tune(cublaslt_product& product, const problem& asked, const device_operands& operands,
                   std::span<const sampled_entry> entries);

} // namespace dyno::gemm
