// SPDX-License-Identifier: Apache-2.0
#include "measure/window.hpp"

namespace dyno {
namespace {

/// The marks around sample `i`.
struct mark_pair {
    std::size_t before, after;
};

mark_pair marks_of(const window_plan& plan, std::int64_t sample) {
    const auto i = static_cast<std::size_t>(sample);
    return plan.flush ? mark_pair{2 * i, 2 * i + 1} : mark_pair{i, i + 1};
}

void enqueue(timed_device& device, const iteration& run, const window_plan& plan) {
    if (!plan.flush) {
        device.mark(0);
    }
    for (std::int64_t sample = 0; sample < plan.samples; ++sample) {
        const mark_pair marks = marks_of(plan, sample);
        if (plan.flush) {
            device.flush_cache();
            device.mark(marks.before);
        }
        for (std::int64_t i = 0; i < plan.batch; ++i) {
            run();
        }
        device.mark(marks.after);
    }
}

} // namespace

window take_window(timed_device& device, clock_source& clock, const iteration& run,
                   const window_plan& plan) {
    const auto samples = static_cast<std::size_t>(plan.samples);
    window w;
    w.times_s.resize(samples);
    w.starts_s.resize(samples);
    device.reserve_marks(2 * samples + 1);
    device.synchronise();

    const double cpu_before = clock.process_s(), before = clock.now_s();
    enqueue(device, run, plan);
    const double enqueued = clock.now_s(), cpu_enqueued = clock.process_s();
    device.synchronise();
    const double end = clock.now_s();

    const auto iterations = static_cast<double>(plan.samples * plan.batch);
    w.elapsed_s = end - before;
    w.wall_s = w.elapsed_s / iterations;
    w.enqueue_s = (enqueued - before) / iterations;
    w.cpu_s = (cpu_enqueued - cpu_before) / iterations;
    const std::size_t last = marks_of(plan, plan.samples - 1).after;
    for (std::int64_t i = 0; i < plan.samples; ++i) {
        const mark_pair marks = marks_of(plan, i);
        const auto at = static_cast<std::size_t>(i);
        w.times_s[at] = device.span_s(marks.before, marks.after) / static_cast<double>(plan.batch);
        // The last mark was passed when the wait ended: that ties both clocks together.
        w.starts_s[at] = end - device.span_s(marks.before, last);
    }
    return w;
}

std::optional<double> take_held(timed_device& device, const iteration& run, std::int64_t iterations,
                                bool flush) {
    device.reserve_marks(2);
    device.synchronise();
    if (flush) {
        device.flush_cache();
    }
    device.hold();
    try {
        device.mark(0);
        for (std::int64_t i = 0; i < iterations; ++i) {
            run();
        }
        device.mark(1);
    } catch (...) {
        (void)device.release();
        throw;
    }
    const bool held = device.release();
    device.synchronise();
    if (!held) {
        return std::nullopt;
    }
    return device.span_s(0, 1) / static_cast<double>(iterations);
}

} // namespace dyno
