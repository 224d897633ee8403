// training_outcome.hpp - whether a network trained. A network that does not may run faster (NaN
// draws less power), so the speed of such a run is no figure.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace dyno::torch_kit {

/// What is seen of a run from the end of its warm-up on.
struct training_outcome {
    std::int64_t steps = 0; ///< of the optimizer, skipped ones included
    std::int64_t skipped_steps = 0;
    double first_loss = 0;
    double last_loss = 0;
    double scale = 1; ///< of the loss at the end; 1 without a scaler
    bool parameters_are_finite = true;
    bool parameters_moved = true;

    /// "first loss 6.9, last loss 6.8, 0 of 20 steps skipped, scale 128"
    [[nodiscard]] std::string to_string() const;

    /// Throws dyno::invalid_answer with the rule that was broken and all that was seen.
    void require_trained() const;
};

} // namespace dyno::torch_kit
