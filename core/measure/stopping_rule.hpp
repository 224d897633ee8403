// When enough samples have been taken.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/policy.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace dyno {

/// The bound that ends the sampling, or nothing: "target_rel_ci" if there are min_samples samples,
/// of min_time_s together, and the 95 % interval of their median is narrow enough; otherwise
/// "max_samples" or "max_time_s". `times_s` are of one iteration, `measured_s` is the time of all
/// samples together, `elapsed_s` that of all windows with what lies between samples: flushing a
/// cache may take longer than the work.
[[nodiscard]] std::optional<std::string_view> why_stop(const record::policy& policy,
                                                       std::span<const double> times_s,
                                                       double measured_s, double elapsed_s);

/// Samples for the next window: a quarter of min_time_s, and of a second, at least one, and no more
/// than the policy still allows. `sample_s` is how long one keeps the host, with its flush.
[[nodiscard]] std::int64_t samples_for_window(const record::policy& policy, double sample_s,
                                              std::int64_t taken);

/// Iterations for a sample of at least `least_s`, given how long one takes.
[[nodiscard]] std::int64_t batch_for(double least_s, double iteration_s);

} // namespace dyno
