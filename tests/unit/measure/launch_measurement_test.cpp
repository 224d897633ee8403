// A launch in virtual time: all of its phases, metrics and ways to end.
// SPDX-License-Identifier: Apache-2.0
#include "measure/launch_measurement.hpp"

#include "fake_device.hpp"
#include "record/declaration.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace dyno {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class launch_on_fake : public testing::Test {
protected:
    launch_on_fake() {
        policy.warmup_s = 0.1;
        policy.max_warmup_s = 1;
        policy.min_time_s = 0.2;
        policy.max_time_s = 2;
        policy.max_samples = 1000;
    }

    measured measure() {
        return measure_launch({device, clock, run, begin, may_hold,
                               [this](const char* phase, double) {
                                   if (phases.empty() || phases.back() != phase) {
                                       phases.emplace_back(phase);
                                   }
                               }},
                              policy, "a case");
    }
    static std::vector<std::string> names(const measured& of) {
        std::vector<std::string> all;
        for (const record::metric& m : of.metrics) {
            all.push_back(m.name);
        }
        return all;
    }
    static const record::metric& find(const measured& of, const std::string& name) {
        for (const record::metric& m : of.metrics) {
            if (m.name == name) {
                return m;
            }
        }
        throw error("no metric " + name);
    }

    fake_device device;
    fake_clock clock{device};
    record::policy policy;
    int runs = 0, begins = 0, runs_at_begin = 0;
    iteration run = [this] {
        ++runs;
        device.spend(0.1e-3);
        device.enqueue(1.1e-3);
    };
    std::function<void()> begin = [this] {
        ++begins;
        runs_at_begin = runs;
    };
    bool may_hold = true;
    std::vector<std::string> phases;
};

TEST_F(launch_on_fake, gives_every_metric_with_its_samples) {
    const measured m = measure();
    EXPECT_THAT(names(m), ElementsAre("time", "wall_time", "enqueue_time", "cpu_time",
                                      "device_time", "host_bound"));
    EXPECT_NEAR(find(m, "time").value, 1.1e-3, 1e-5);
    EXPECT_NEAR(find(m, "wall_time").value, 1.1e-3, 1e-5);
    EXPECT_NEAR(find(m, "enqueue_time").value, 0.1e-3, 1e-6);
    EXPECT_NEAR(find(m, "cpu_time").value, 0.1e-3, 1e-6);
    EXPECT_NEAR(find(m, "device_time").value, 1.1e-3, 1e-6);
    EXPECT_NEAR(find(m, "host_bound").value, 0, 1e-2);
    for (const record::metric& one : m.metrics) {
        EXPECT_EQ(one.better, record::direction::lower);
        EXPECT_EQ(one.unit, one.name == "host_bound" ? "1" : "s");
        EXPECT_EQ(one.samples.empty(), one.name == "host_bound");
        EXPECT_TRUE(record::is_host_metric(one.name)) << "or a plugin could declare it";
    }
    EXPECT_THAT(m.warnings, IsEmpty());
    EXPECT_THAT(phases, ElementsAre("warm-up", "measure"));
}

TEST_F(launch_on_fake, keeps_every_sample_in_order_with_its_start) {
    const measured m = measure();
    const record::metric& time = find(m, "time");
    EXPECT_EQ(m.how.sample_starts_s.size(), time.samples.size());
    EXPECT_GE(time.samples.size(), 180U);
    EXPECT_TRUE(std::is_sorted(m.how.sample_starts_s.begin(), m.how.sample_starts_s.end()));
    EXPECT_GT(m.how.sample_starts_s.front(), 1000.1);
    EXPECT_EQ(m.how.batch, 1);
    EXPECT_EQ(m.how.warmup_iterations, runs_at_begin);
    EXPECT_GE(m.how.warmup_s, 0.1);
    EXPECT_TRUE(m.how.settled);
    EXPECT_EQ(m.how.stopped_by, "target_rel_ci");
    ASSERT_TRUE(m.how.rel_ci);
    EXPECT_LE(*m.how.rel_ci, policy.target_rel_ci);
    EXPECT_EQ(m.how.resolution_s, 5e-7);
    // The samples, and eleven held windows of one iteration.
    EXPECT_EQ(runs - runs_at_begin, static_cast<int>(time.samples.size()) + 11);
}

TEST_F(launch_on_fake, begin_comes_once_between_warm_up_and_the_first_sample) {
    begin = [this] {
        ++begins;
        runs_at_begin = runs;
        EXPECT_EQ(device.calls.back(), "synchronise") << "the warm-up's work is done";
    };
    (void)measure();
    EXPECT_EQ(begins, 1);
    EXPECT_GT(runs_at_begin, 50);
    EXPECT_GT(runs, runs_at_begin);
}

TEST_F(launch_on_fake, a_host_bound_workload_shows_as_host_bound) {
    run = [this] {
        device.spend(1e-3);
        device.enqueue(0.16e-3);
    };
    const measured m = measure();
    EXPECT_NEAR(find(m, "time").value, 1e-3, 1e-5);
    EXPECT_NEAR(find(m, "device_time").value, 0.16e-3, 1e-6);
    EXPECT_NEAR(find(m, "host_bound").value, 0.84, 0.01);
}

TEST_F(launch_on_fake, short_work_is_held_in_batches) {
    run = [this] {
        ++runs;
        device.spend(5.1e-6);
        device.enqueue(2e-6);
    };
    const measured m = measure();
    EXPECT_NEAR(find(m, "device_time").value, 2e-6, 1e-9);
    EXPECT_EQ(m.how.batch, 197);
    EXPECT_NEAR(find(m, "time").value, 5.1e-6, 1e-8);
}

TEST_F(launch_on_fake, is_not_held_where_that_cannot_be) {
    may_hold = false;
    EXPECT_THAT(names(measure()), ElementsAre("time", "wall_time", "enqueue_time", "cpu_time"));
    may_hold = true;
    device.holds = false;
    EXPECT_THAT(names(measure()), ElementsAre("time", "wall_time", "enqueue_time", "cpu_time"));
    EXPECT_EQ(std::count(device.calls.begin(), device.calls.end(), "hold"), 0);
}

TEST_F(launch_on_fake, an_overfull_launch_queue_is_tried_again_with_one_iteration) {
    run = [this] {
        device.spend(5e-6);
        device.enqueue(5e-6);
    };
    device.queue = 10;
    const measured m = measure();
    EXPECT_NEAR(find(m, "device_time").value, 5e-6, 1e-9);
    EXPECT_EQ(find(m, "device_time").samples.size(), 11U);
    EXPECT_THAT(m.warnings, IsEmpty());
}

TEST_F(launch_on_fake, a_workload_that_waits_has_no_device_time_and_a_warning) {
    run = [this] {
        device.enqueue(1e-3);
        device.synchronise();
    };
    const measured m = measure();
    EXPECT_THAT(names(m), ElementsAre("time", "wall_time", "enqueue_time", "cpu_time"));
    EXPECT_THAT(m.warnings, ElementsAre(HasSubstr("device_time could not be measured")));
    EXPECT_LE(std::count(device.calls.begin(), device.calls.end(), "hold"), 2);
}

TEST_F(launch_on_fake, stops_at_each_of_its_bounds) {
    int count = 0;
    run = [this, &count] { device.enqueue(++count % 2 == 0 ? 1e-3 : 2e-3); };
    policy.max_warmup_s = 0.1;
    measured m = measure();
    EXPECT_EQ(m.how.stopped_by, "max_samples");
    EXPECT_EQ(find(m, "time").samples.size(), 1000U);
    policy.max_samples = 100'000;
    m = measure();
    EXPECT_EQ(m.how.stopped_by, "max_time_s");
    const auto& samples = find(m, "time").samples;
    EXPECT_NEAR(std::accumulate(samples.begin(), samples.end(), 0.0), 2, 0.06);
}

TEST_F(launch_on_fake, that_has_not_settled_says_so) {
    run = [this] {
        device.enqueue(1e-3 * std::exp(2 * (device.now_s - 1000))); // slower and slower
    };
    policy.max_time_s = 0.5;
    const measured m = measure();
    EXPECT_FALSE(m.how.settled);
    EXPECT_THAT(m.warnings, ElementsAre(HasSubstr("not settled")));
    EXPECT_GE(m.how.warmup_s, 1);
}

TEST_F(launch_on_fake, few_samples_have_no_interval) {
    run = [this] { device.enqueue(1.0); };
    policy.max_time_s = 3;
    const measured m = measure();
    EXPECT_EQ(m.how.rel_ci, std::nullopt);
    EXPECT_EQ(find(m, "time").samples.size(), 3U);
}

TEST_F(launch_on_fake, bug_of_a_cold_cache_the_flushes_were_in_three_metrics) {
    policy.cache = record::cache_state::cold;
    device.flush_s = 1e-3;
    const measured m = measure();
    EXPECT_THAT(names(m), ElementsAre("time", "device_time", "host_bound"));
    EXPECT_EQ(m.how.batch, 1);
    EXPECT_NEAR(find(m, "time").value, 1.1e-3, 1e-6);
    EXPECT_NEAR(find(m, "device_time").value, 1.1e-3, 1e-6);
}

TEST_F(launch_on_fake, bug_flushes_longer_than_the_work_outlasted_max_time_s) {
    // A CPU's last level: 20 ms to flush, a microsecond of work.
    policy.cache = record::cache_state::cold;
    policy.max_samples = 100'000;
    policy.min_samples = 100'000;
    device.flush_s = 20e-3;
    run = [this] { device.enqueue(1e-6); };
    const double begin_s = device.now_s;
    const measured m = measure();
    EXPECT_EQ(m.how.stopped_by, "max_time_s");
    EXPECT_LT(device.now_s - begin_s, 2 + 1 + 0.5) << "warm-up, samples, held windows";
}

TEST_F(launch_on_fake, bug_work_below_the_timers_resolution_had_a_host_bound_of_nan) {
    policy.cache = record::cache_state::cold; // no batch to make it longer
    run = [this] { device.enqueue(0); };
    device.flush_s = 1e-6;
    const measured m = measure();
    EXPECT_EQ(find(m, "time").value, 0);
    for (const record::metric& one : m.metrics) {
        EXPECT_TRUE(std::isfinite(one.value)) << one.name;
    }
}

TEST_F(launch_on_fake, what_run_throws_comes_out_with_its_type_from_every_phase) {
    struct odd : std::runtime_error {
        using std::runtime_error::runtime_error;
    };
    for (const int at : {0, 5, 150, 320}) { // first window, warm-up, samples, held
        runs = 0;
        run = [this, at] {
            if (runs++ == at) {
                throw odd("it broke");
            }
            device.enqueue(1e-3);
        };
        EXPECT_THROW((void)measure(), odd) << at;
    }
    run = [] { throw 42; };
    EXPECT_THROW((void)measure(), int);
}

TEST_F(launch_on_fake, what_begin_and_the_device_throw_comes_out) {
    begin = [] { throw error("no"); };
    EXPECT_EQ(thrown_message([&] { (void)measure(); }), "no");
    begin = [this] { device.mark_fails = true; };
    EXPECT_EQ(thrown_message([&] { (void)measure(); }), "the mark failed");
}

} // namespace
} // namespace dyno
