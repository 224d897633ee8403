// The real runner on a fake driver: events, the hold, telemetry, and a machine that is not right.
// SPDX-License-Identifier: Apache-2.0
#include "runner_process.hpp"

#include <gmock/gmock.h>

namespace {

using dyno::record::status;
using testing::HasSubstr;

class fake_gpu : public testing::Test {
protected:
    fake_gpu() {
        runner.environment["LD_LIBRARY_PATH"] = FAKES "/current";
        write("");
    }

    void write(const std::string& parameters, const char* workload = "fake_gpu_work") {
        runner.write("s.toml", std::string("schema = 1\n[device]\nkind = \"cuda\"\n") +
                                   runner_process::quick_policy + "[[case]]\nworkload = \"" +
                                   workload + "\"\nparams = { " + parameters + " }\n");
    }

    runner_end measure() {
        return runner.run({"s.toml", "--output", "run.json", "--plugins", GPU_PLUGINS});
    }

    double value(const char* metric) {
        const auto launch = runner.run_file().launches.at(0);
        const auto* found = launch.find(metric);
        return found ? found->value : -1;
    }

    runner_process runner;
};

TEST_F(fake_gpu, work_that_ends_after_run_returned_is_timed_whole) {
    write("device_work_us = 50000.0");
    EXPECT_EQ(measure().status, 0) << runner.read("err.txt");
    EXPECT_GE(value("time"), 0.050);
    EXPECT_LT(value("time"), 0.060);
    EXPECT_LT(value("enqueue_time"), 0.005);
    EXPECT_NEAR(value("device_time"), 0.050, 0.001);
    EXPECT_LT(value("host_bound"), 0.05);
}

TEST_F(fake_gpu, a_host_bound_workload_is_told_by_its_device_time) {
    write("device_work_us = 20.0, host_work_us = 200.0");
    EXPECT_EQ(measure().status, 0) << runner.read("err.txt");
    EXPECT_GE(value("time"), 200e-6);
    EXPECT_NEAR(value("device_time"), 20e-6, 5e-6);
    EXPECT_GT(value("host_bound"), 0.85);
    EXPECT_THAT(runner.read("out.txt"), HasSubstr("host-bound: "));
}

TEST_F(fake_gpu, a_workload_that_waits_is_not_held) {
    write("device_work_us = 1000.0, synchronises = true", "fake_gpu_work_synchronous");
    EXPECT_EQ(measure().status, 0) << runner.read("err.txt");
    EXPECT_GE(value("time"), 1000e-6);
    EXPECT_EQ(value("device_time"), -1);
}

TEST_F(fake_gpu, a_workload_that_waits_without_saying_so_costs_its_device_time_only) {
    write("device_work_us = 1000.0, synchronises = true");
    EXPECT_EQ(measure().status, 0) << runner.read("err.txt");
    EXPECT_GE(value("time"), 1000e-6);
    EXPECT_EQ(value("device_time"), -1);
    EXPECT_THAT(runner.read("out.txt"), HasSubstr("device_time could not be measured"));
}

TEST_F(fake_gpu, a_lost_device_is_a_status_of_its_own) {
    runner.environment["FAKE_CUDA_FAIL"] = "cuEventRecord:700@20";
    write("device_work_us = 100.0");
    EXPECT_EQ(measure().status, 1);
    const auto launch = runner.run_file().launches.at(0);
    EXPECT_EQ(launch.status, status::device_lost) << launch.reason;
    EXPECT_THAT(launch.reason, HasSubstr("cuEventRecord: CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
}

TEST_F(fake_gpu, the_driver_s_refusal_is_the_reason) {
    runner.environment["FAKE_CUDA_FAIL"] = "cuInit:803";
    EXPECT_EQ(measure().status, 3);
    const auto launch = runner.run_file().launches.at(0);
    EXPECT_EQ(launch.status, status::no_device);
    EXPECT_THAT(launch.reason, HasSubstr("803"));
}

TEST_F(fake_gpu, what_the_card_did_meanwhile_is_recorded) {
    write("device_work_us = 1000.0");
    runner.write("s.toml",
                 runner.read("s.toml") + "measure = { min_time_s = 0.5, max_time_s = 1 }\n");
    EXPECT_EQ(measure().status, 0) << runner.read("err.txt");
    const auto run = runner.run_file();
    EXPECT_TRUE(run.identity.at("driver.version").known);
    EXPECT_TRUE(run.identity.at("gpu.power_limit_w").known);
    ASSERT_TRUE(run.launches.at(0).telemetry);
    EXPECT_GE(run.launches[0].telemetry->samples, 3);
}

TEST_F(fake_gpu, telemetry_can_be_left_out) {
    write("device_work_us = 1000.0");
    EXPECT_EQ(
        runner.run({"s.toml", "--output", "run.json", "--plugins", GPU_PLUGINS, "--no-telemetry"})
            .status,
        0);
    EXPECT_FALSE(runner.run_file().launches.at(0).telemetry);
}

TEST_F(fake_gpu, a_selector_that_fits_nothing_measures_nothing) {
    runner.write("s.toml", std::string("schema = 1\n[device]\nkind = \"cuda\"\nselect = \"9\"\n") +
                               runner_process::quick_policy +
                               "[[case]]\nworkload = \"fake_gpu_work\"\n");
    EXPECT_EQ(measure().status, 3);
    EXPECT_EQ(runner.run_file().launches.at(0).status, status::no_device);
}

TEST_F(fake_gpu, too_little_free_memory_skips_with_the_reason) {
    runner.write("s.toml", std::string("schema = 1\n[device]\nkind = \"cuda\"\n") +
                               runner_process::quick_policy +
                               "[[case]]\nworkload = \"fake_gpu_work\"\n"
                               "skip_unless = { memory_free = \"900 GiB\" }\n");
    EXPECT_EQ(measure().status, 3);
    const auto launch = runner.run_file().launches.at(0);
    EXPECT_EQ(launch.status, status::skipped);
    EXPECT_THAT(launch.reason, HasSubstr("skip_unless asks for 900.0 GiB"));
}

TEST_F(fake_gpu, any_takes_it_and_says_so_first) {
    runner.write("s.toml", std::string("schema = 1\n[device]\nkind = \"any\"\n") +
                               runner_process::quick_policy +
                               "[[case]]\nworkload = \"fake_gpu_work\"\n");
    const runner_end end = measure();
    EXPECT_EQ(end.status, 0) << end.err;
    EXPECT_TRUE(end.out.starts_with("device: NVIDIA Test GPU (CUDA device 0")) << end.out;
}

TEST(any, says_in_its_first_line_that_it_took_the_cpu) {
    runner_process runner;
    runner.environment["LD_LIBRARY_PATH"] = FAKES "/current";
    runner.environment["FAKE_CUDA_FAIL"] = "cuInit:100";
    runner.write("s.toml", std::string("schema = 1\n[device]\nkind = \"any\"\n") +
                               runner_process::quick_policy + "[[case]]\nworkload = \"spin\"\n");
    const runner_end end = runner.measure();
    EXPECT_EQ(end.status, 0) << end.err;
    const std::string first = end.out.substr(0, end.out.find('\n'));
    EXPECT_THAT(first, HasSubstr("CPU"));
    EXPECT_THAT(first, HasSubstr("100"));
}

} // namespace
