// SPDX-License-Identifier: Apache-2.0
#include "measure/stopping_rule.hpp"

#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>

namespace dyno {
namespace {

/// Long enough that starting a window costs nothing, short enough to stop soon after the bound.
constexpr double longest_window_s = 0.25, shortest_window_s = 0.005;
constexpr double most_window_samples = 500;
constexpr double most_batch = 1e7;

} // namespace

std::optional<std::string_view> why_stop(const record::policy& policy,
                                         std::span<const double> times_s, double measured_s,
                                         double elapsed_s) {
    const auto count = static_cast<std::int64_t>(times_s.size());
    if (count >= policy.min_samples && measured_s >= policy.min_time_s &&
        statistics::relative_half_width(times_s) <= policy.target_rel_ci) {
        return "target_rel_ci";
    }
    if (count >= policy.max_samples) {
        return "max_samples";
    }
    if (elapsed_s >= policy.max_time_s) {
        return "max_time_s";
    }
    return std::nullopt;
}

std::int64_t samples_for_window(const record::policy& policy, double sample_s, std::int64_t taken) {
    const double window_s = std::clamp(policy.min_time_s / 4, shortest_window_s, longest_window_s);
    const double wanted = std::ceil(window_s / std::max(sample_s, 1e-9));
    const auto samples = static_cast<std::int64_t>(std::clamp(wanted, 1.0, most_window_samples));
    return std::clamp(policy.max_samples - taken, std::int64_t{1}, samples);
}

std::int64_t batch_for(double least_s, double iteration_s) {
    const double batch = std::ceil(least_s / std::max(iteration_s, 1e-12));
    return static_cast<std::int64_t>(std::clamp(batch, 1.0, most_batch));
}

} // namespace dyno
