// What becomes of a worker, however it ends.
// SPDX-License-Identifier: Apache-2.0
#include "run/launcher.hpp"

#include "scoped_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace dyno {
namespace {

using record::status;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

record::policy limited() {
    record::policy p;
    p.time_limit_s = 2.5;
    return p;
}

child_end ended(int exit_status, int signal = 0) {
    child_end end;
    end.exit_status = exit_status;
    end.signal = signal;
    end.duration_s = 1.25;
    return end;
}

record::launch measured() {
    record::launch l;
    l.status = status::ok;
    l.warnings = {"not settled"};
    return l;
}

TEST(conclude, a_worker_that_reported_and_ended_well) {
    child_end end = ended(0);
    end.log = "printed \xff";
    const record::launch l = conclude(measured(), end, limited(), "check");
    EXPECT_EQ(l.status, status::ok);
    EXPECT_THAT(l.warnings, ElementsAre("not settled"));
    EXPECT_EQ(l.duration_s, 1.25);
    EXPECT_EQ(l.log, "printed \xef\xbf\xbd");
}

TEST(conclude, a_worker_that_reported_and_then_fell_over_keeps_its_numbers) {
    EXPECT_THAT(
        conclude(measured(), ended(0, SIGSEGV), limited(), "").warnings,
        ElementsAre("not settled", "tearing down ended with signal 11 (Segmentation fault)"));
    EXPECT_EQ(conclude(measured(), ended(0, SIGSEGV), limited(), "").status, status::ok);
    EXPECT_THAT(conclude(measured(), ended(7), limited(), "").warnings,
                ElementsAre("not settled", "tearing down ended with exit status 7"));
    child_end end = ended(0, SIGTERM);
    end.timed_out = true;
    EXPECT_THAT(conclude(measured(), end, limited(), "").warnings,
                ElementsAre("not settled", "tearing down did not end within the time limit"));
}

TEST(conclude, a_worker_that_never_reported) {
    const auto reason = [](const child_end& end, const std::string& phase) {
        const record::launch l = conclude(std::nullopt, end, limited(), phase);
        EXPECT_EQ(l.status, status::crashed);
        EXPECT_THAT(l.metrics, IsEmpty());
        return l.reason;
    };
    EXPECT_EQ(reason(ended(0, SIGSEGV), "prepare"),
              "the worker ended with signal 11 (Segmentation fault) in phase 'prepare'");
    EXPECT_EQ(reason(ended(0, SIGABRT), ""), "the worker ended with signal 6 (Aborted)");
    EXPECT_EQ(reason(ended(0, SIGKILL), "measure"),
              "the worker was killed (signal 9) in phase 'measure': by somebody, or by the system "
              "when memory ran out");
    EXPECT_EQ(reason(ended(0), "measure"),
              "the worker ended with exit status 0 in phase 'measure' before it had reported: the "
              "plugin, or a library of it, ended the process");
    EXPECT_THAT(reason(ended(3), ""), HasSubstr("ended with exit status 3 before it had reported"));
}

TEST(conclude, a_worker_that_did_not_end_in_time) {
    child_end end = ended(0, SIGKILL);
    end.timed_out = true;
    record::launch l = conclude(std::nullopt, end, limited(), "run");
    EXPECT_EQ(l.status, status::timeout);
    EXPECT_EQ(l.reason, "did not end within 2.5 s (time_limit_s); it was in phase 'run'");
    EXPECT_EQ(conclude(std::nullopt, end, limited(), "").reason,
              "did not end within 2.5 s (time_limit_s)");
    end.left_behind = true;
    end.signal = 0;
    l = conclude(std::nullopt, end, limited(), "");
    EXPECT_EQ(l.status, status::timeout);
    EXPECT_EQ(l.reason, "did not end within 2.5 s (time_limit_s); not even SIGKILL ended its "
                        "process, which may still hold the device");
}

TEST(utc_now, is_the_formats_time) {
    EXPECT_THAT(utc_now(), testing::MatchesRegex("20..-..-..T..:..:..Z"));
}

// ---- with real workers: this program again (main.cpp) ------------------------------------------

class launch : public testing::Test {
protected:
    launch() {
        device.kind = record::device_kind::cpu;
        device.name = "Test CPU";
        what.workload = "misbehaves";
        what.policy.warmup_s = what.policy.max_warmup_s = 0.01;
        what.policy.min_time_s = what.policy.max_time_s = 0.01;
        what.policy.time_limit_s = 20;
    }

    record::launch once(const std::string& how, const std::string& where) {
        what.parameters = {{"how", how}, {"where", where}, {"message", std::string("it broke")}};
        phases.clear();
        return launch_once({processes, device}, what, plugin,
                           [&](const record::progress& p) {
                               if (phases.empty() || phases.back() != p.phase) {
                                   phases.push_back(p.phase);
                               }
                           })
            .value_or(record::launch{});
    }

    children processes{std::chrono::milliseconds(200)};
    record::device device;
    record::run_case what;
    std::filesystem::path plugin = std::filesystem::path(TEST_PLUGINS) / "good/misbehaves.so";
    std::vector<std::string> phases;
};

TEST_F(launch, is_measured_in_a_process_of_its_own) {
    const record::launch l = once("not", "run");
    EXPECT_EQ(l.status, status::ok) << l.reason;
    EXPECT_NE(l.find("time"), nullptr);
    EXPECT_NE(l.find("loss"), nullptr);
    EXPECT_GT(l.duration_s, 0);
    EXPECT_THAT(l.started, testing::MatchesRegex("20..-..-..T..:..:..Z"));
    EXPECT_THAT(phases, ElementsAre("load", "prepare", "warm-up", "measure", "check"));
    EXPECT_THAT(l.warnings, testing::Each(HasSubstr("not settled")));
    EXPECT_EQ(l.log, "");
    EXPECT_FALSE(l.telemetry);
}

TEST_F(launch, that_prints_a_result_is_not_believed) {
    const record::launch l = once("prints", "report");
    EXPECT_EQ(l.status, status::ok);
    EXPECT_NE(l.find("time"), nullptr);
    EXPECT_EQ(l.log,
              "{\"result\": {\"status\": \"ok\"}}\nC:\\hello \x01 \xef\xbf\xbd \"quoted\"\n");
}

TEST_F(launch, that_crashes_exits_or_hangs_costs_itself_alone) {
    EXPECT_THAT(once("segfaults", "prepare").reason, HasSubstr("signal 11"));
    EXPECT_EQ(once("aborts", "run").status, status::crashed);
    const record::launch left = once("exits", "report");
    EXPECT_EQ(left.status, status::crashed);
    EXPECT_THAT(left.reason, AllOf(HasSubstr("exit status 0"), HasSubstr("in phase 'check'")));
    what.policy.time_limit_s = 0.3;
    EXPECT_EQ(once("hangs", "prepare").status, status::timeout);
    EXPECT_EQ(once("hangs_hard", "begin").status, status::timeout);
    what.policy.time_limit_s = 20;
    EXPECT_EQ(once("not", "run").status, status::ok);
}

TEST_F(launch, that_falls_over_in_its_end_keeps_its_numbers) {
    const record::launch l = once("segfaults", "destroy");
    EXPECT_EQ(l.status, status::ok);
    EXPECT_NE(l.find("time"), nullptr);
    EXPECT_THAT(l.warnings, testing::Contains(HasSubstr("tearing down ended with signal 11")));
}

TEST_F(launch, that_closes_all_descriptors_costs_itself) {
    EXPECT_EQ(once("closes", "prepare").status, status::crashed);
}

TEST_F(launch, sees_its_environment_and_no_variable_of_the_engine) {
    const scoped_environment engine("BENCHMARK_LIST_TESTS", "1");
    EXPECT_EQ(once("not", "run").status, status::ok);
    what.environment = {{"LD_PRELOAD", "/no/such/library.so"}}; // the loader complains of it
    EXPECT_THAT(once("not", "run").log, HasSubstr("/no/such/library.so"));
}

TEST_F(launch, that_was_interrupted_counts_as_not_run) {
    what.parameters = {{"how", std::string("hangs")},
                       {"where", std::string("prepare")},
                       {"message", std::string()}};
    const auto l = launch_once({processes, device}, what, plugin, [](const record::progress& p) {
        if (p.phase == "prepare") {
            std::raise(SIGINT);
        }
    });
    EXPECT_FALSE(l);
}

} // namespace
} // namespace dyno
