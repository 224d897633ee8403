// A worker's own work, in this process: plugins of the tests on the CPU.
// SPDX-License-Identifier: Apache-2.0
#include "run/launch_work.hpp"

#include "device/timed_device.hpp"
#include "plugin/workload_instance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dyno {
namespace {

using record::status;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

record::task task_of(const std::string& plugin, const std::string& workload,
                     record::parameters parameters) {
    record::task t;
    t.plugin_path = std::string(TEST_PLUGINS) + "/good/" + plugin + ".so";
    t.workload = workload;
    t.parameters = std::move(parameters);
    t.policy.warmup_s = 0.01;
    t.policy.max_warmup_s = 0.05;
    t.policy.min_time_s = t.policy.max_time_s = 0.02;
    t.device.kind = record::device_kind::cpu;
    t.device.name = "Test CPU";
    return t;
}

record::task spin(double length_us = 200) {
    return task_of("spin", "spin",
                   {{"length_us", length_us},
                    {"first_length_us", 0.0},
                    {"falling_iterations", std::int64_t{1}},
                    {"size", std::int64_t{1}},
                    {"bytes", std::int64_t{0}},
                    {"flag", false},
                    {"word", std::string("one")}});
}

record::task misbehaves(const std::string& how, const std::string& where) {
    return task_of("misbehaves", "misbehaves",
                   {{"how", how}, {"where", where}, {"message", std::string("it broke")}});
}

record::launch run(const record::task& task) {
    launch_work work(task, [](const record::progress&) {});
    record::launch l = work.run();
    work.tear_down();
    return l;
}

TEST(launch_work, measures_and_derives) {
    const record::launch l = run(spin());
    EXPECT_EQ(l.status, status::ok) << l.reason;
    ASSERT_NE(l.find("time"), nullptr);
    EXPECT_GE(l.find("time")->value, 200e-6);
    ASSERT_NE(l.find("rate"), nullptr);
    EXPECT_DOUBLE_EQ(l.find("rate")->value, 1000 / l.find("time")->value);
    EXPECT_EQ(l.find("rate")->unit, "op/s");
    EXPECT_THAT(l.find("rate")->samples, IsEmpty()) << "derived";
    EXPECT_EQ(l.find("device_time"), nullptr) << "a CPU cannot be held";
    EXPECT_EQ(l.notes.at("kind"), "spin");
    ASSERT_TRUE(l.measurement);
    EXPECT_EQ(l.measurement->sample_starts_s.size(), l.find("time")->samples.size());
}

TEST(launch_work, a_state_of_its_own_for_each_launch) {
    // In one process its statics live on; a launch has a process of its own for that reason.
    const double first = run(spin()).find("inherited")->value;
    EXPECT_EQ(run(spin()).find("inherited")->value, first + 1);
}

TEST(launch_work, every_failure_is_a_status_with_words) {
    const auto expect = [](const std::string& how, const std::string& where, status wanted,
                           const std::string& words) {
        const record::launch l = run(misbehaves(how, where));
        EXPECT_EQ(l.status, wanted) << how << " in " << where;
        EXPECT_EQ(l.reason, words) << how << " in " << where;
    };
    expect("throws", "check", status::failed, "check: it broke");
    expect("throws", "create", status::failed, "create: it broke");
    expect("throws_int", "prepare", status::failed,
           "prepare: threw something that is not a std::exception");
    expect("throws_text", "run", status::failed, "run: it broke");
    expect("throws", "begin", status::failed, "begin: it broke");
    expect("throws", "report", status::failed, "report: it broke");
    expect("skips", "create", status::skipped, "it broke");
    expect("oom", "run", status::oom, "device memory: it broke");
    expect("host_oom", "prepare", status::oom, "host memory: std::bad_alloc");
    expect("invalid", "report", status::invalid, "it broke");
    expect("nan_metric", "report", status::invalid, "metric 'loss' is nan");
    expect("undeclared", "prepare", status::invalid, "metric 'los' was not declared");
}

TEST(launch_work, a_wrong_answer_keeps_its_time) {
    const record::launch l = run(misbehaves("invalid", "report"));
    EXPECT_EQ(l.status, status::invalid);
    EXPECT_NE(l.find("time"), nullptr);
}

TEST(launch_work, what_is_not_there_is_a_failure) {
    record::task t = spin();
    t.workload = "twirl";
    EXPECT_EQ(run(t).reason, "the plugin no longer offers the workload 'twirl'");
    t.plugin_path = "/no/such.so";
    EXPECT_EQ(run(t).status, status::failed);
    EXPECT_THAT(run(t).reason, HasSubstr("plugin /no/such.so: "));
}

TEST(launch_work, too_little_free_memory_is_skipped) {
    record::task t = spin();
    t.policy.least_free_bytes = std::uint64_t{1} << 60;
    const record::launch l = run(t);
    EXPECT_EQ(l.status, status::skipped);
    EXPECT_THAT(l.reason, HasSubstr("skip_unless asks for 1073741824.0 GiB"));
    EXPECT_EQ(l.find("time"), nullptr);
}

TEST(launch_work, bug_a_rate_beyond_every_double_made_the_launch_unreadable) {
    const record::launch l = run(misbehaves("huge_work", "prepare"));
    EXPECT_EQ(l.status, status::ok);
    EXPECT_EQ(l.find("rate"), nullptr);
    EXPECT_THAT(l.warnings, Contains("'rate' is inf and was left out"));
    for (const record::metric& m : l.metrics) {
        EXPECT_TRUE(std::isfinite(m.value));
    }
}

} // namespace
} // namespace dyno
