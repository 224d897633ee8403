// SPDX-License-Identifier: Apache-2.0
#include "child_roles.hpp"

#include "process/channel.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sys/ptrace.h>
#include <unistd.h>

namespace {

using dyno::channel_to_parent;
using arguments = std::vector<std::string>;

[[noreturn]] void sleep_for_ever() {
    while (true) {
        ::pause();
    }
}

void send(const std::string& line) {
    channel_to_parent().send(line);
}

int lines(const arguments&) {
    send("one");
    send("");
    send("three \xff");
    return 0;
}

int long_line(const arguments&) {
    send(std::string(long_bytes, 'x'));
    send("end");
    return 0;
}

int echo(const arguments&) {
    for (std::string line = channel_to_parent().receive(); !line.empty();
         line = channel_to_parent().receive()) {
        send(line);
    }
    return 0;
}

int log(const arguments&) {
    std::printf("the beginning\n%s\n", std::string(long_bytes, 'x').c_str());
    std::fflush(stdout);
    std::fprintf(stderr, "of stderr\n");
    std::printf("the end\n");
    return 0;
}

int half_a_line(const arguments&) {
    send("whole");
    std::fflush(stdout);
    (void)!::write(channel_to_parent().descriptor(), "half", 4);
    return 0;
}

int closes_channel(const arguments&) {
    send("one");
    ::close(channel_to_parent().descriptor());
    ::usleep(300'000);
    std::printf("still here\n");
    return 5;
}

int ends(const arguments& how) {
    if (how.at(0) == "abort") {
        std::abort();
    }
    std::exit(std::stoi(how.at(0)));
}

int sleeps(const arguments&) {
    send(std::to_string(::getpid()));
    sleep_for_ever();
}

int ignores_term(const arguments&) {
    std::signal(SIGTERM, SIG_IGN);
    send("ready");
    sleep_for_ever();
}

/// Leaves a process behind that holds the log open, in the group or out of it.
int forks(const arguments& where) {
    const pid_t left = ::fork();
    if (left == 0) {
        if (where.at(0) == "outside") {
            ::setsid();
        }
        sleep_for_ever();
    }
    ::usleep(50'000);
    send(std::to_string(left));
    return 0;
}

/// A process that another one traces cannot be waited for when it is killed: the nearest thing to
/// one that sleeps in a driver.
int is_traced(const arguments&) {
    const pid_t self = ::getpid(), tracer = ::fork();
    if (tracer == 0) {
        ::setsid();
        const bool traces = ::ptrace(PTRACE_SEIZE, self, nullptr, nullptr) == 0;
        send(traces ? std::to_string(::getpid()) : "not permitted");
        sleep_for_ever();
    }
    sleep_for_ever();
}

int environment(const arguments& names) {
    for (const std::string& name : names) {
        const char* value = std::getenv(name.c_str());
        send(name + (value ? "=" : " is not there") + (value ? value : ""));
    }
    return 0;
}

int descriptors(const arguments&) {
    std::string open;
    for (int i = 0; i < 1024; ++i) {
        std::error_code ignored;
        const auto target =
            std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(i), ignored);
        if (!target.empty()) {
            open += std::to_string(i) + " ";
        }
    }
    const auto in = std::filesystem::read_symlink("/proc/self/fd/0");
    send(open + in.string());
    return 0;
}

/// Ignored and blocked signals, as /proc/self/status has them.
int signals(const arguments&) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("SigBlk") || line.starts_with("SigIgn")) {
            send(line);
        }
    }
    send(::getpgrp() == ::getpid() ? "leads its group" : "is in another group");
    return 0;
}

} // namespace

int play_child(const std::string& role, const arguments& more) {
    static const std::map<std::string, std::function<int(const arguments&)>> roles{
        {"lines", lines},
        {"long_line", long_line},
        {"echo", echo},
        {"log", log},
        {"half_a_line", half_a_line},
        {"closes_channel", closes_channel},
        {"ends", ends},
        {"sleeps", sleeps},
        {"ignores_term", ignores_term},
        {"forks", forks},
        {"is_traced", is_traced},
        {"environment", environment},
        {"descriptors", descriptors},
        {"signals", signals}};
    return roles.at(role)(more);
}
