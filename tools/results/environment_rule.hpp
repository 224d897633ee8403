// What a user demands of the machines of two sides: --require-same and --allow-diff.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "environment_change.hpp"
#include "record/error.hpp"

#include <string>
#include <vector>

namespace dyno::results {

/// Names of facts or of parts, in any case of letters; "all" means every one.
struct environment_rules {
    std::vector<std::string> require_same;
    std::vector<std::string> allow_difference; ///< exempt from that; "gpu": also another model
};

/// Another device model on the other side, without being asked for: exit code 4.
class refused_comparison : public error {
public:
    using error::error;
};

/// Throws usage_error, with the nearest known one, for a required fact or part that no run has: it
/// would never differ, and a misspelt gate would stand open.
void check_required_keys(const std::vector<std::string>& keys,
                         const std::vector<const record::run_file*>& runs);

/// The differences that must not be; a fact that is required by its own name and unknown is one,
/// too, since unknown equals nothing. "all" and parts pass over unknown facts: most machines have
/// some. Throws refused_comparison for another model.
[[nodiscard]] std::vector<std::string> check_rules(const environment_change& change,
                                                   const environment_rules& rules);

} // namespace dyno::results
