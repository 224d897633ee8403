// SPDX-License-Identifier: Apache-2.0
#include "measure/warm_up.hpp"

#include "measure/stopping_rule.hpp"
#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>

namespace dyno {
namespace {

constexpr double settled_within = 0.01;

} // namespace

warmed warm_up(timed_device& device, clock_source& clock, const iteration& run,
               const record::policy& policy, const std::function<void(double)>& progress) {
    const bool cold = policy.cache == record::cache_state::cold;
    const double begin = clock.now_s();
    warmed state;
    double earlier = 0;
    // The first windows are single iterations: modules are loaded and plans made in them, and
    // nobody knows yet how long an iteration is.
    window_plan plan{1, 1, cold};
    while (true) {
        const window w = take_window(device, clock, run, plan);
        state.iterations += plan.batch * plan.samples;
        state.iteration_s = statistics::median(w.times_s);
        state.wall_s = w.wall_s;
        state.elapsed_s = clock.now_s() - begin;
        const double step = std::abs(state.iteration_s - earlier);
        state.settled = earlier > 0 && step <= settled_within * earlier;
        earlier = state.iteration_s;

        // Cold samples are single iterations: a second one would find the first one's data.
        const std::int64_t wanted = cold ? 1 : batch_for(policy.min_sample_s, state.iteration_s);
        const bool batch_holds = wanted <= plan.batch && plan.batch <= 2 * wanted;
        const double sample_s = state.wall_s * static_cast<double>(wanted);
        // Grow by at most tenfold: the first iterations may be far off from the rest.
        const std::int64_t most = 10 * plan.batch * plan.samples;
        state.batch = batch_holds ? plan.batch : std::min(wanted, most);
        plan = {state.batch, std::min(samples_for_window(policy, sample_s, 0), most / state.batch),
                cold};

        progress(std::min(1.0, state.elapsed_s / std::max(policy.warmup_s, 1e-9)));
        if (state.elapsed_s >= policy.warmup_s && state.settled && batch_holds) {
            return state;
        }
        if (state.elapsed_s >= policy.max_warmup_s) {
            state.batch = wanted;
            return state;
        }
    }
}

} // namespace dyno
