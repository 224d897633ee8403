// Children of this test program that do what children do (child_roles.cpp).
// SPDX-License-Identifier: Apache-2.0
#include "process/children.hpp"

#include "child_roles.hpp"
#include "scoped_environment.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dyno {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::StartsWith;
using clock = std::chrono::steady_clock;

child_command role(std::vector<std::string> words) {
    words.insert(words.begin(), "__child");
    return {std::move(words), {}, {}, {}};
}

double seconds_since(clock::time_point begin) {
    return std::chrono::duration<double>(clock::now() - begin).count();
}

/// Whether the process is there and more than a zombie.
bool is_alive(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t end = text.rfind(") ");
    return end != std::string::npos && text[end + 2] != 'Z' && text[end + 2] != 'X';
}

bool ends_soon(pid_t process) {
    for (int i = 0; i < 200 && is_alive(process); ++i) {
        ::usleep(10'000);
    }
    return !is_alive(process);
}

class children_of_this : public testing::Test {
protected:
    child_end run(const child_command& command, std::chrono::duration<double> limit = 20s) {
        lines.clear();
        return processes.run(command, limit,
                             [&](std::string_view line) { lines.emplace_back(line); });
    }

    children processes{200ms};
    std::vector<std::string> lines;
};

TEST_F(children_of_this, tell_lines) {
    const child_end end = run(role({"lines"}));
    EXPECT_THAT(lines, ElementsAre("one", "", "three \xff"));
    EXPECT_EQ(end.exit_status, 0);
    EXPECT_EQ(end.signal, 0);
    EXPECT_FALSE(end.timed_out || end.interrupted || end.left_behind);
    EXPECT_EQ(end.log, "");
    EXPECT_GT(end.duration_s, 0);
}

TEST_F(children_of_this, tell_a_line_of_ten_megabytes) {
    EXPECT_EQ(run(role({"long_line"})).exit_status, 0);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0] == std::string(long_bytes, 'x'));
    EXPECT_EQ(lines[1], "end");
}

TEST_F(children_of_this, are_told_a_first_line_of_ten_megabytes) {
    child_command command = role({"echo"});
    command.first_line = std::string(long_bytes, 'y') + "\nsecond\n"; // and an empty one
    EXPECT_EQ(run(command).exit_status, 0);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0] == std::string(long_bytes, 'y'));
    EXPECT_EQ(lines[1], "second");
}

TEST_F(children_of_this, that_break_off_have_told_no_half_line) {
    EXPECT_EQ(run(role({"half_a_line"})).exit_status, 0);
    EXPECT_THAT(lines, ElementsAre("whole"));
}

TEST_F(children_of_this, leave_the_end_of_a_long_log) {
    const child_end end = run(role({"log"}));
    EXPECT_EQ(end.exit_status, 0);
    EXPECT_EQ(end.log.size(), 64U << 10);
    EXPECT_THAT(end.log, EndsWith("x\nof stderr\nthe end\n"));
}

TEST_F(children_of_this, that_close_their_channel_are_waited_for) {
    const child_end end = run(role({"closes_channel"}));
    EXPECT_EQ(end.exit_status, 5);
    EXPECT_EQ(end.log, "still here\n");
    EXPECT_THAT(lines, ElementsAre("one"));
}

TEST_F(children_of_this, end_with_their_status_or_signal) {
    EXPECT_EQ(run(role({"ends", "0"})).exit_status, 0);
    EXPECT_EQ(run(role({"ends", "41"})).exit_status, 41);
    EXPECT_EQ(to_text(run(role({"ends", "3"}))), "exit status 3");
    const child_end end = run(role({"ends", "abort"}));
    EXPECT_EQ(end.signal, SIGABRT);
    EXPECT_EQ(end.exit_status, 0);
    EXPECT_EQ(to_text(end), "signal 6 (Aborted)");
}

TEST_F(children_of_this, take_what_they_started_with_them) {
    const auto begin = clock::now();
    EXPECT_EQ(run(role({"forks", "inside"})).exit_status, 0);
    EXPECT_LT(seconds_since(begin), 5);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(ends_soon(std::stoi(lines[0])));
}

TEST_F(children_of_this, are_not_waited_for_in_what_has_left_their_group) {
    const auto begin = clock::now();
    EXPECT_EQ(run(role({"forks", "outside"})).exit_status, 0);
    EXPECT_LT(seconds_since(begin), 5) << "although it holds the log open";
    ASSERT_EQ(lines.size(), 1U);
    ::kill(std::stoi(lines[0]), SIGKILL);
}

TEST_F(children_of_this, get_sigterm_at_the_time_limit) {
    const child_end end = run(role({"sleeps"}), 300ms);
    EXPECT_TRUE(end.timed_out);
    EXPECT_FALSE(end.interrupted);
    EXPECT_EQ(end.signal, SIGTERM);
    EXPECT_GE(end.duration_s, 0.3);
    EXPECT_LT(end.duration_s, 5);
}

TEST_F(children_of_this, get_sigkill_after_the_grace) {
    const child_end end = run(role({"ignores_term"}), 300ms);
    EXPECT_THAT(lines, ElementsAre("ready"));
    EXPECT_TRUE(end.timed_out);
    EXPECT_EQ(end.signal, SIGKILL);
    EXPECT_GE(end.duration_s, 0.5);
    EXPECT_LT(end.duration_s, 5);
}

TEST_F(children_of_this, bug_one_that_not_even_sigkill_ends_was_waited_for_for_ever) {
    const child_end end = run(role({"is_traced"}), 500ms);
    ASSERT_EQ(lines.size(), 1U);
    if (lines[0] == "not permitted") {
        GTEST_SKIP() << "tracing is not permitted here";
    }
    EXPECT_TRUE(end.left_behind);
    EXPECT_TRUE(end.timed_out);
    EXPECT_THAT(to_text(end), StartsWith("no end (not even SIGKILL ended process "));
    EXPECT_LT(end.duration_s, 10);
    ::kill(std::stoi(lines[0]), SIGKILL); // the tracer
}

TEST_F(children_of_this, see_the_environment_as_it_was_set_and_taken_out) {
    const scoped_environment kept("DYNO_TEST_KEPT", "own");
    const scoped_environment changed("DYNO_TEST_CHANGED", "own");
    const scoped_environment taken("DYNO_TEST_TAKEN", "own");
    child_command command = role({"environment", "DYNO_TEST_KEPT", "DYNO_TEST_CHANGED",
                                  "DYNO_TEST_TAKEN", "DYNO_TEST_NEW", "DYNO_TEST_EMPTY"});
    command.environment = {
        {"DYNO_TEST_CHANGED", "a=b\n\xff"}, {"DYNO_TEST_NEW", "new"}, {"DYNO_TEST_EMPTY", ""}};
    command.without = {"DYNO_TEST_TAKEN", "DYNO_TEST_NOT_THERE"};
    (void)run(command);
    EXPECT_THAT(lines, ElementsAre("DYNO_TEST_KEPT=own", "DYNO_TEST_CHANGED=a=b", "\xff",
                                   "DYNO_TEST_TAKEN is not there", "DYNO_TEST_NEW=new",
                                   "DYNO_TEST_EMPTY="));
    EXPECT_STREQ(std::getenv("DYNO_TEST_CHANGED"), "own") << "only the child's";
}

TEST_F(children_of_this, inherit_no_descriptor_but_their_four) {
    std::vector<int> opened;
    for (int i = 0; i < 100; ++i) {
        opened.push_back(::open("/dev/zero", O_RDONLY)); // without O_CLOEXEC
    }
    (void)run(role({"descriptors"}));
    EXPECT_THAT(lines, ElementsAre("0 1 2 3 /dev/null"));
    for (const int descriptor : opened) {
        ::close(descriptor);
    }
}

TEST_F(children_of_this, begin_with_the_systems_signals_in_a_group_of_their_own) {
    sigset_t blocked, old;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    ::sigprocmask(SIG_BLOCK, &blocked, &old);
    (void)run(role({"signals"}));
    ::sigprocmask(SIG_SETMASK, &old, nullptr);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], "SigBlk:\t0000000000000000");
    const unsigned long ignored = std::stoul(lines[1].substr(lines[1].find('\t')), nullptr, 16);
    EXPECT_EQ(ignored & (1ul << (SIGPIPE - 1)), 0U);
    EXPECT_EQ(ignored & (1ul << (SIGXFSZ - 1)), 0U);
    EXPECT_EQ(lines[2], "leads its group");
}

TEST_F(children_of_this, are_watched_a_few_times_a_second) {
    int ticks = 0;
    (void)processes.run(
        role({"sleeps"}), 1s, [](std::string_view) {}, [&] { ++ticks; });
    EXPECT_GE(ticks, 3);
    EXPECT_LE(ticks, 15);
}

TEST_F(children_of_this, end_when_this_process_is_asked_to_stop) {
    const auto begin = clock::now();
    const child_end end =
        processes.run(role({"sleeps"}), 20s, [](std::string_view) { std::raise(SIGINT); });
    EXPECT_TRUE(end.interrupted);
    EXPECT_FALSE(end.timed_out);
    EXPECT_EQ(end.signal, SIGTERM);
    EXPECT_LT(seconds_since(begin), 5);
    EXPECT_TRUE(processes.interrupted()) << "and it is remembered";
    EXPECT_TRUE(run(role({"sleeps"})).interrupted) << "for those to come";
}

TEST_F(children_of_this, bug_one_whose_line_was_refused_lived_on) {
    pid_t process = 0;
    EXPECT_EQ(thrown_message([&] {
                  (void)processes.run(role({"sleeps"}), 20s, [&](std::string_view line) {
                      process = std::stoi(std::string(line));
                      throw error("not what was wanted");
                  });
              }),
              "not what was wanted");
    ASSERT_GT(process, 0);
    EXPECT_TRUE(ends_soon(process));
    EXPECT_EQ(run(role({"lines"})).exit_status, 0) << "and the loop goes on";
    EXPECT_EQ(lines.size(), 3U);
}

TEST_F(children_of_this, many_in_a_row_leave_no_descriptor_open) {
    const auto open = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                             std::filesystem::directory_iterator());
    };
    (void)run(role({"ends", "0"}));
    const auto before = open();
    for (int i = 0; i < 10; ++i) {
        (void)run(role({"ends", "0"}));
    }
    EXPECT_EQ(open(), before);
}

TEST_F(children_of_this, bug_a_low_limit_of_open_files_was_an_invalid_argument) {
    rlimit old{};
    ::getrlimit(RLIMIT_NOFILE, &old);
    const rlimit low{50, old.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &low);
    const std::string message = thrown_message([&] { (void)run(role({"lines"})); });
    ::setrlimit(RLIMIT_NOFILE, &old);
    EXPECT_THAT(message, EndsWith("the open files limit is too low (ulimit -n)"));
}

TEST_F(children_of_this, that_cannot_be_started_are_an_error_and_no_companion) {
    child_command command = role({"lines"});
    command.environment = {{"DYNO_TEST_LONG", std::string(200'000, 'x')}};
    const std::string words = "cannot start a child process: Argument list too long; its "
                              "environment and arguments are too long for this system";
    EXPECT_EQ(thrown_message([&] { (void)run(command); }), words);
    EXPECT_EQ(thrown_message([&] { processes.start_companion(command, {}); }), words);
    EXPECT_FALSE(processes.companion_is_alive());
    EXPECT_EQ(run(role({"lines"})).exit_status, 0);
}

TEST(children, die_with_this_process) {
    const scoped_folder folder;
    const std::filesystem::path file = folder.path() / "pid";
    const pid_t middle = ::fork();
    if (middle == 0) {
        children processes;
        (void)processes.run(role({"sleeps"}), 60s, [&](std::string_view line) {
            std::ofstream(file) << line << std::flush;
        });
        ::_exit(0);
    }
    pid_t process = 0;
    for (int i = 0; i < 500 && process == 0; ++i) {
        ::usleep(10'000);
        std::ifstream(file) >> process;
    }
    ASSERT_GT(process, 0);
    EXPECT_TRUE(is_alive(process));
    ::kill(middle, SIGKILL);
    ::waitpid(middle, nullptr, 0);
    EXPECT_TRUE(ends_soon(process));
}

class companion : public children_of_this {
protected:
    void start(const child_command& command) {
        processes.start_companion(command,
                                  [&](std::string_view line) { lines.emplace_back(line); });
    }
    /// Serves until so many lines have come.
    void wait_for(std::size_t count) {
        processes.wait(10s, [&] { return lines.size() >= count; });
    }
};

TEST_F(companion, talks_while_others_run) {
    start(role({"echo"}));
    EXPECT_TRUE(processes.companion_is_alive());
    processes.tell_companion("a");
    wait_for(1);
    EXPECT_THAT(lines, ElementsAre("a"));
    processes.tell_companion("b");
    bool told = false;
    (void)processes.run(role({"sleeps"}), 500ms, [&](std::string_view) { told = true; });
    EXPECT_TRUE(told);
    EXPECT_THAT(lines, ElementsAre("a", "b"));
    EXPECT_TRUE(processes.companion_is_alive()) << "the end of another child is not its end";
    processes.end_companion();
    EXPECT_FALSE(processes.companion_is_alive());
    processes.tell_companion("to nobody");
    processes.end_companion();
}

TEST_F(companion, that_has_ended_is_noticed) {
    start(role({"lines"}));
    processes.wait(10s, [&] { return !processes.companion_is_alive(); });
    EXPECT_FALSE(processes.companion_is_alive());
    processes.wait(100ms);
    EXPECT_THAT(lines, ElementsAre("one", "", "three \xff"));
}

TEST_F(companion, that_is_silent_and_deaf_blocks_nobody) {
    start(role({"ignores_term"}));
    wait_for(1);
    const auto begin = clock::now();
    for (int i = 0; i < 1000; ++i) {
        processes.tell_companion(std::string(1000, 'x')); // a megabyte that it never reads
    }
    processes.wait(100ms, [] { return false; });
    EXPECT_EQ(run(role({"lines"})).exit_status, 0);
    processes.end_companion();
    EXPECT_LT(seconds_since(begin), 5);
}

TEST_F(companion, a_new_one_takes_the_place_of_the_old) {
    start(role({"sleeps"}));
    wait_for(1);
    ASSERT_EQ(lines.size(), 1U);
    const pid_t first = std::stoi(lines[0]);
    start(role({"echo"}));
    EXPECT_TRUE(ends_soon(first));
    processes.tell_companion("a");
    wait_for(2);
    EXPECT_EQ(lines.back(), "a");
}

TEST_F(companion, ends_with_its_owner) {
    pid_t process = 0;
    {
        children own;
        own.start_companion(role({"sleeps"}),
                            [&](std::string_view line) { process = std::stoi(std::string(line)); });
        own.wait(10s, [&] { return process != 0; });
    }
    ASSERT_GT(process, 0);
    EXPECT_TRUE(ends_soon(process));
}

} // namespace
} // namespace dyno
