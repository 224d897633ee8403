// training_outcome.cpp
// SPDX-License-Identifier: Apache-2.0
#include "training_outcome.hpp"

#include <dyno/plugin.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace dyno::torch_kit {
namespace {

/// An optimizer that skips more than this is not training; PyTorch's scaler at rest skips one step
/// in 2000 or fewer.
constexpr double largest_skipped_share = 0.05;

/// Below it the gradients overflow without any scaling.
constexpr double smallest_scale = 1.0;

} // namespace

std::string training_outcome::to_string() const {
    std::ostringstream text;
    text << "first loss " << first_loss << ", last loss " << last_loss << ", " << skipped_steps
         << " of " << steps << " steps skipped, scale " << scale;
    return text.str();
}

void training_outcome::require_trained() const {
    const auto require = [this](bool holds, const char* otherwise) {
        if (!holds) {
            throw invalid_answer(std::string("the network does not train: ") + otherwise + " (" +
                                 to_string() + ")");
        }
    };
    // One skipped step is always allowed: a scale that grows overflows once.
    const double allowed = std::max(1.0, largest_skipped_share * static_cast<double>(steps));

    require(steps > 0, "no step ran");
    require(std::isfinite(first_loss) && std::isfinite(last_loss), "its loss is not finite");
    require(parameters_are_finite, "its parameters are not finite");
    require(skipped_steps < steps, "every step was skipped");
    require(static_cast<double>(skipped_steps) <= allowed, "too many steps were skipped");
    require(scale >= smallest_scale, "the loss scale collapsed");
    require(parameters_moved, "its parameters do not move");
}

} // namespace dyno::torch_kit
