// SPDX-License-Identifier: Apache-2.0
#include "run/schedule.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace dyno {
namespace {

/// Starting a process, loading libraries, making inputs, checking the answer: seen with CUDA and
/// LibTorch on a warm disk.
constexpr double start_s = 2.5;

} // namespace

std::vector<planned_launch> schedule(const std::vector<record::run_case>& cases,
                                     const std::vector<record::launch>& done) {
    std::set<std::pair<std::size_t, int>> finished;
    for (const record::launch& l : done) {
        finished.emplace(l.case_index, l.round);
    }
    int rounds = 0;
    for (const record::run_case& c : cases) {
        rounds = std::max(rounds, c.policy.launches);
    }
    std::vector<planned_launch> order;
    for (int round = 1; round <= rounds; ++round) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (round <= cases[i].policy.launches && finished.count({i, round}) == 0) {
                order.push_back({i, round});
            }
        }
    }
    return order;
}

double estimate_s(const record::policy& policy) {
    // The stopping rule is usually met soon after min_time_s; noisy cases go on to max_time_s.
    const double samples_s = std::min(policy.max_time_s, 1.5 * policy.min_time_s);
    return std::min(policy.time_limit_s, start_s + policy.warmup_s + samples_s);
}

} // namespace dyno
