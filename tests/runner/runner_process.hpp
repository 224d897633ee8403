// The real runner as a test sees it: started in a folder of its own, with fake plugins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scoped_folder.hpp"

#include "record/reader.hpp"
#include "record/run_file.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

struct runner_end {
    int status = -1; ///< exit status, or 128 + signal
    std::string out, err;
};

class runner_process {
public:
    /// A policy that makes a launch as short as it can be.
    static constexpr const char* quick_policy =
        "[measure]\nlaunches = 1\nwarmup_s = 0\nmax_warmup_s = 0.05\nmin_time_s = 0.01\n"
        "max_time_s = 0.02\nmin_samples = 2\ntime_limit_s = 20\n";

    /// By default a runner without plugins beside it.
    explicit runner_process(std::string program = RUNNER_PATH) : m_program(std::move(program)) {}

    /// Variables that every run of this object gets.
    std::map<std::string, std::string> environment;

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder.path(); }
    void write(const std::string& file, const std::string& text) { m_folder.write(file, text); }

    /// Writes s.toml: schema, CPU device, the quick policy, then `text`.
    void write_scenario(const std::string& text) {
        write("s.toml", std::string("schema = 1\nname = \"test\"\n[device]\nkind = \"cpu\"\n") +
                            quick_policy + text);
    }

    /// Starts the runner; its output goes to files in the folder.
    pid_t start(std::vector<std::string> arguments, const std::function<void()>& in_child = {}) {
        arguments.insert(arguments.begin(), m_program);
        const pid_t child = ::fork();
        if (child == 0) {
            enter_child();
            if (in_child) {
                in_child();
            }
            std::vector<char*> words;
            for (std::string& argument : arguments) {
                words.push_back(argument.data());
            }
            words.push_back(nullptr);
            ::execv(m_program.c_str(), words.data());
            ::_exit(126);
        }
        return child;
    }

    runner_end wait(pid_t child) {
        int status = 0;
        ::waitpid(child, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read("out.txt"),
                read("err.txt")};
    }

    runner_end run(std::vector<std::string> arguments, const std::function<void()>& in_child = {}) {
        return wait(start(std::move(arguments), in_child));
    }

    /// Measures s.toml into run.json.
    runner_end measure() {
        return run({"s.toml", "--output", "run.json", "--plugins", GOOD_PLUGINS});
    }

    [[nodiscard]] dyno::record::run_file run_file(const std::string& name = "run.json") const {
        return dyno::record::read_run_file(folder() / name);
    }

    [[nodiscard]] bool exists(const std::string& name) const {
        return std::filesystem::exists(folder() / name);
    }

    [[nodiscard]] std::string read(const std::string& name) const {
        std::ifstream file(folder() / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    void enter_child() {
        if (::chdir(folder().c_str()) != 0) {
            ::_exit(125);
        }
        for (const auto& [name, value] : environment) {
            ::setenv(name.c_str(), value.c_str(), 1);
        }
        ::setenv("XDG_CACHE_HOME", (folder() / "cache").c_str(), 1);
        const int out = ::open("out.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
        const int err = ::open("err.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
        ::dup2(out, 1);
        ::dup2(err, 2);
    }

    std::string m_program;
    scoped_folder m_folder;
};
