// SPDX-License-Identifier: Apache-2.0
#include "measure/launch_measurement.hpp"

#include "measure/benchmark_engine.hpp"
#include "measure/stopping_rule.hpp"
#include "measure/warm_up.hpp"
#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>

namespace dyno {
namespace {

using record::direction;

/// Enough for a median; each costs one iteration and a wait.
constexpr int held_windows = 11;
/// Shorter spans drown in the marks' own microsecond.
constexpr double least_held_s = 100e-6;
/// A launch queue takes about a thousand launches.
constexpr std::int64_t most_held_iterations = 100;

record::metric metric_of(const char* name, const char* unit, std::vector<double> samples) {
    const double value = statistics::median(samples);
    return {name, unit, direction::lower, value, std::move(samples)};
}

/// Samples of all windows so far.
struct collected {
    std::vector<double> times_s, starts_s, wall_s, enqueue_s, cpu_s;
    double measured_s = 0, elapsed_s = 0;

    void add(window&& w, std::int64_t batch) {
        for (const double time : w.times_s) {
            measured_s += time * static_cast<double>(batch);
        }
        elapsed_s += w.elapsed_s;
        times_s.insert(times_s.end(), w.times_s.begin(), w.times_s.end());
        starts_s.insert(starts_s.end(), w.starts_s.begin(), w.starts_s.end());
        wall_s.push_back(w.wall_s);
        enqueue_s.push_back(w.enqueue_s);
        cpu_s.push_back(w.cpu_s);
    }
};

std::string take_samples(const measuring& what, const record::policy& policy,
                         const std::string& name, const warmed& warm, collected& all) {
    const bool cold = policy.cache == record::cache_state::cold;
    double wall_s = warm.wall_s;
    while (true) {
        const auto taken = static_cast<std::int64_t>(all.times_s.size());
        const double sample_s = wall_s * static_cast<double>(warm.batch);
        const window_plan plan{warm.batch, samples_for_window(policy, sample_s, taken), cold};
        run_in_engine(name, plan.samples, [&] {
            window w = take_window(what.device, what.clock, what.run, plan);
            std::vector<double> samples_s = w.times_s;
            for (double& sample : samples_s) {
                sample *= static_cast<double>(plan.batch);
            }
            all.add(std::move(w), plan.batch);
            return samples_s;
        });
        wall_s = statistics::median(all.wall_s);
        what.progress("measure", std::min(1.0, all.measured_s / std::max(policy.min_time_s, 1e-9)));
        if (const auto bound = why_stop(policy, all.times_s, all.measured_s, all.elapsed_s)) {
            return std::string(*bound);
        }
    }
}

/// Adds device_time and host_bound, or the reason why there is none.
void take_device_time(const measuring& what, const record::policy& policy, double time_s,
                      measured& to) {
    const bool cold = policy.cache == record::cache_state::cold;
    std::int64_t iterations =
        cold ? 1 : std::min(batch_for(least_held_s, time_s), most_held_iterations);
    std::vector<double> spans_s;
    while (static_cast<int>(spans_s.size()) < held_windows) {
        const auto span = take_held(what.device, what.run, iterations, cold);
        if (span) {
            spans_s.push_back(*span);
        } else if (iterations > 1) {
            iterations = 1; // a batch may have overfilled the launch queue
            spans_s.clear();
        } else {
            to.warnings.emplace_back("device_time could not be measured: an iteration waits for "
                                     "the device, or enqueues more than the launch queue holds");
            return;
        }
    }
    to.metrics.push_back(metric_of("device_time", "s", std::move(spans_s)));
    if (time_s > 0) { // below the timer's resolution there is nothing to say
        const double device_s = to.metrics.back().value;
        to.metrics.push_back(
            {"host_bound", "1", direction::lower, std::clamp(1 - device_s / time_s, 0.0, 1.0), {}});
    }
}

} // namespace

measured measure_launch(const measuring& what, const record::policy& policy,
                        const std::string& name) {
    what.progress("warm-up", 0);
    const warmed warm = warm_up(what.device, what.clock, what.run, policy,
                                [&](double done) { what.progress("warm-up", done); });
    what.device.synchronise();
    what.begin();
    what.progress("measure", 0);

    measured to;
    collected all;
    to.how.stopped_by = take_samples(what, policy, name, warm, all);
    to.how.batch = warm.batch;
    to.how.warmup_iterations = warm.iterations;
    to.how.warmup_s = warm.elapsed_s;
    to.how.settled = warm.settled;
    if (const double width = statistics::relative_half_width(all.times_s); std::isfinite(width)) {
        to.how.rel_ci = width;
    }
    to.how.resolution_s = what.device.resolution_s();
    to.how.sample_starts_s = std::move(all.starts_s);
    to.metrics.push_back(metric_of("time", "s", std::move(all.times_s)));
    if (policy.cache != record::cache_state::cold) { // the flushes are in these
        to.metrics.push_back(metric_of("wall_time", "s", std::move(all.wall_s)));
        to.metrics.push_back(metric_of("enqueue_time", "s", std::move(all.enqueue_s)));
        to.metrics.push_back(metric_of("cpu_time", "s", std::move(all.cpu_s)));
    }
    if (!warm.settled) {
        to.warnings.emplace_back("not settled: after the warm-up the time still changed by more "
                                 "than 1 % from window to window (raise max_warmup_s)");
    }
    if (what.may_hold && what.device.can_hold()) {
        take_device_time(what, policy, to.metrics.front().value, to);
    }
    return to;
}

} // namespace dyno
