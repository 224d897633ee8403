// SPDX-License-Identifier: Apache-2.0
#include "measured_process.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace {

constexpr int cannot_start = 127;

pid_t fork_or_throw() {
    const pid_t child = ::fork();
    if (child < 0) {
        throw std::system_error(errno, std::generic_category(), "fork");
    }
    return child;
}

[[noreturn]] void become(const std::vector<std::string>& words, const char* output) {
    const int file = ::open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    std::vector<char*> arguments;
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    if (file >= 0 && ::dup2(file, STDOUT_FILENO) >= 0) {
        ::execv(arguments.front(), arguments.data());
    }
    ::_exit(cannot_start);
}

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

int exit_code_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

process_result run_measured(const std::vector<std::string>& words,
                            const std::filesystem::path& output) {
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork_or_throw();
    if (child == 0) {
        become(words, output.c_str());
    }
    int status = 0;
    rusage usage{};
    while (::wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "wait4");
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return {exit_code_of(status), took.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime),
            static_cast<std::size_t>(usage.ru_maxrss) << 10};
}

void run_apart(const std::function<void()>& call) {
    std::fflush(nullptr);
    const pid_t child = fork_or_throw();
    if (child == 0) {
        try {
            call();
        } catch (const std::exception& failure) {
            std::fprintf(stderr, "%s\n", failure.what());
            ::_exit(1);
        }
        ::_exit(0);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (exit_code_of(status) != 0) {
        throw std::runtime_error("the process apart failed");
    }
}
