// A run that is killed or interrupted at any moment loses no launch and measures none twice.
// SPDX-License-Identifier: Apache-2.0
#include "runner_process.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <random>
#include <set>

namespace {

using namespace std::chrono_literals;
using dyno::record::run_file;
using dyno::record::run_state;
using dyno::record::status;
using testing::HasSubstr;

constexpr const char* six_launches =
    "[[case]]\nworkload = \"spin\"\nsweep = { size = [1, 2] }\n"
    "measure = { launches = 3, min_time_s = 0.1, max_time_s = 0.1 }\n";
const std::vector<std::string> start_words = {"s.toml", "--output", "run.json", "--plugins",
                                              GOOD_PLUGINS};
const std::vector<std::string> resume_words = {"run", "--resume=run.json", "--plugins",
                                               GOOD_PLUGINS};

void expect_whole(const run_file& run, std::size_t launches) {
    EXPECT_EQ(run.state, run_state::complete);
    std::set<std::pair<std::size_t, int>> seen;
    for (const auto& l : run.launches) {
        EXPECT_TRUE(seen.emplace(l.case_index, l.round).second) << "measured twice";
        EXPECT_EQ(l.status, status::ok) << l.reason;
        EXPECT_NE(l.find("time"), nullptr);
    }
    EXPECT_EQ(seen.size(), launches);
}

/// The runner's child that measures now, or 0: neither the probe nor one that describes a plugin.
pid_t worker_of(pid_t parent) {
    const auto proc = [](pid_t of, const std::string& file) {
        return std::ifstream("/proc/" + std::to_string(of) + "/" + file);
    };
    auto children = proc(parent, "task/" + std::to_string(parent) + "/children");
    for (pid_t child = 0; children >> child;) {
        auto command = proc(child, "cmdline");
        for (std::string word; std::getline(command, word, '\0');) {
            if (word == "__worker") {
                return child;
            }
        }
    }
    return 0;
}

/// Waits for a launch to be at work.
pid_t await_worker(pid_t parent) {
    pid_t worker = 0;
    for (int i = 0; i < 20000 && worker == 0; ++i) {
        std::this_thread::sleep_for(1ms);
        worker = worker_of(parent);
    }
    return worker;
}

TEST(resume, after_the_runner_was_killed_ten_times) {
    runner_process runner;
    runner.write_scenario(six_launches);
    std::mt19937 random(20260131);
    std::uniform_int_distribution<int> moment_ms(20, 400);
    bool complete = false;
    int kills = 0;
    for (int i = 0; i < 10; ++i) {
        const bool begun = runner.exists("run.json.journal.jsonl");
        const pid_t child = runner.start(begun ? resume_words : start_words);
        std::this_thread::sleep_for(std::chrono::milliseconds(moment_ms(random)));
        kills += ::kill(child, SIGKILL) == 0 ? 1 : 0;
        runner.wait(child);
        complete = runner.exists("run.json") && !runner.exists("run.json.journal.jsonl");
        if (complete) {
            break;
        }
        if (runner.exists("run.json.journal.jsonl")) {
            EXPECT_NO_THROW((void)runner.run_file("run.json.journal.jsonl"));
        }
    }
    EXPECT_GT(kills, 0);
    if (!complete) {
        const bool begun = runner.exists("run.json.journal.jsonl");
        const runner_end end = runner.run(begun ? resume_words : start_words);
        EXPECT_EQ(end.status, 0) << end.err;
    }
    expect_whole(runner.run_file(), 6);
    EXPECT_FALSE(runner.exists("run.json.journal.jsonl"));
}

TEST(resume, a_killed_worker_costs_its_own_launch) {
    runner_process runner;
    runner.write_scenario(six_launches);
    const pid_t child = runner.start(start_words);
    const pid_t worker = await_worker(child);
    ASSERT_NE(worker, 0);
    ::kill(worker, SIGKILL);
    EXPECT_EQ(runner.wait(child).status, 1);
    const run_file run = runner.run_file();
    ASSERT_EQ(run.launches.size(), 6u);
    int crashed = 0;
    for (const auto& l : run.launches) {
        crashed += l.status == status::crashed ? 1 : 0;
    }
    EXPECT_EQ(crashed, 1);
    EXPECT_THAT(run.launches[0].reason + run.launches[1].reason, HasSubstr("killed (signal 9)"));
}

TEST(resume, a_killed_runner_takes_its_worker_with_it) {
    runner_process runner;
    runner.write_scenario(
        "[[case]]\nworkload = \"misbehaves\"\nparams = { how = \"hangs_hard\" }\n");
    const pid_t child = runner.start(start_words);
    const pid_t worker = await_worker(child);
    ASSERT_NE(worker, 0);
    std::this_thread::sleep_for(100ms);
    ::kill(child, SIGKILL);
    runner.wait(child);
    bool gone = false;
    for (int i = 0; i < 200 && !gone; ++i) {
        std::this_thread::sleep_for(10ms);
        gone = ::kill(worker, 0) != 0;
    }
    EXPECT_TRUE(gone);
}

TEST(resume, an_interrupted_run_leaves_a_valid_partial_file) {
    runner_process runner;
    runner.write_scenario(six_launches);
    const pid_t child = runner.start(start_words);
    for (int i = 0; i < 20000; ++i) {
        std::this_thread::sleep_for(1ms);
        const std::string lines = runner.read("run.json.journal.jsonl");
        if (std::count(lines.begin(), lines.end(), '\n') >= 3) {
            break; // the head and two launches
        }
    }
    ::kill(child, SIGINT);
    const runner_end end = runner.wait(child);
    EXPECT_EQ(end.status, 130) << end.err;
    EXPECT_THAT(end.out, HasSubstr("--resume=run.json"));
    const run_file partial = runner.run_file();
    EXPECT_EQ(partial.state, run_state::partial);
    EXPECT_EQ(partial.launches.size(), 6u);
    EXPECT_EQ(partial.launches.front().status, status::ok);
    EXPECT_EQ(partial.launches.back().status, status::not_run);

    EXPECT_EQ(runner.run(resume_words).status, 0);
    expect_whole(runner.run_file(), 6);
    EXPECT_EQ(runner.run_file().id, partial.id);
}

TEST(resume, refuses_a_complete_run) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"spin\"\n");
    EXPECT_EQ(runner.measure().status, 0);
    const runner_end end = runner.run(resume_words);
    EXPECT_EQ(end.status, 2);
    EXPECT_THAT(end.err, HasSubstr("this run is complete"));
}

TEST(resume, refuses_another_environment_and_says_what_differs) {
    runner_process runner;
    runner.write_scenario(six_launches);
    const pid_t child = runner.start(start_words);
    for (int i = 0; i < 20000 && !runner.exists("run.json.journal.jsonl"); ++i) {
        std::this_thread::sleep_for(1ms);
    }
    ::kill(child, SIGKILL);
    runner.wait(child);
    runner.environment["OMP_NUM_THREADS"] = "3";
    const runner_end end = runner.run(resume_words);
    EXPECT_EQ(end.status, 2);
    EXPECT_THAT(end.err, HasSubstr("env.OMP_NUM_THREADS: was absent, is 3"));
}

TEST(resume, refuses_a_run_that_another_runner_holds) {
    runner_process runner;
    runner.write_scenario(six_launches);
    const pid_t child = runner.start(start_words);
    for (int i = 0; i < 20000 && !runner.exists("run.json.journal.jsonl"); ++i) {
        std::this_thread::sleep_for(1ms);
    }
    const runner_end second = runner.run(resume_words);
    EXPECT_EQ(second.status, 2);
    EXPECT_THAT(second.err, HasSubstr("another runner is at work on this run"));
    EXPECT_EQ(runner.wait(child).status, 0);
    expect_whole(runner.run_file(), 6);
}

} // namespace
