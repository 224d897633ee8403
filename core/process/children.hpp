// Child processes of this program, and the one event loop that serves them.
//
// Each child is a process group of its own with no descriptor but stdin (/dev/null), stdout and
// stderr (its log) and one private channel, descriptor 3, on which both sides write lines. It dies
// with this process. Only this file knows Boost.Process and Boost.Asio.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/error.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dyno {

/// The descriptor of a child's channel, in the child.
inline constexpr int child_channel = 3;

/// What to start: this program again, with other arguments, or another program.
struct child_command {
    std::vector<std::string> arguments;             ///< after the program's name
    std::map<std::string, std::string> environment; ///< set on top of this process's own
    std::vector<std::string> without; ///< variables of this process that the child must not see
    std::string first_line;           ///< sent on the channel at once; empty: nothing
    std::string program = {};         ///< path of the program; empty: this one
};

/// A child that could not be started: its program cannot be executed, or the system has no room.
class start_failure : public error {
public:
    using error::error;
};

/// How a child ended.
struct child_end {
    int process_id = 0;
    int exit_status = 0;      ///< if no signal ended it
    int signal = 0;           ///< the signal that ended it, or 0
    bool timed_out = false;   ///< ended by us at its time limit
    bool interrupted = false; ///< ended by us, because this process was asked to stop
    bool left_behind = false; ///< not even SIGKILL ended it: no status, and it may hold its device
    std::string log;          ///< what it wrote to stdout and stderr; the end, if it is long
    double duration_s = 0;
};

/// "exit status 3", "signal 11 (Segmentation fault)".
[[nodiscard]] std::string to_text(const child_end& end);

class children {
public:
    using on_line = std::function<void(std::string_view line)>;
    using on_tick = std::function<void()>;

    /// From now on SIGINT, SIGTERM and SIGHUP end the child that runs, and are remembered. A child
    /// that is asked to end is killed after `grace`.
    explicit children(std::chrono::duration<double> grace = std::chrono::seconds(3));
    ~children();
    children(const children&) = delete;
    children& operator=(const children&) = delete;

    /// Runs one child to its end. `line` is called for each whole line on its channel, `tick`
    /// about five times a second. At the time limit the child's group gets SIGTERM, and SIGKILL
    /// if it is still there after the grace. A child that not even that ends, since it sleeps in
    /// the kernel, is left behind after ten graces. Whatever is left of the group is killed at the
    /// end. Throws start_failure if the child cannot be started, and what `line` and `tick` throw:
    /// the child is killed then.
    [[nodiscard]] child_end run(const child_command& command, std::chrono::duration<double> limit,
                                const on_line& line, const on_tick& tick = {});

    /// Starts a child that stays beside others; its lines are taken while run() or wait() is at
    /// work. Throws start_failure if it cannot be started: then there is no companion.
    void start_companion(const child_command& command, on_line line);
    /// Sends a line to the companion; does nothing if it is gone.
    void tell_companion(const std::string& line);
    [[nodiscard]] bool companion_is_alive() const;
    /// Ends the companion, by SIGKILL, and waits for it only shortly: a process that is stuck in
    /// the driver cannot be waited for.
    void end_companion();

    /// Serves the companion for this long, or until `done` says so.
    void wait(std::chrono::duration<double> time, const std::function<bool()>& done = {});

    /// Whether this process was asked to stop.
    [[nodiscard]] bool interrupted() const;

private:
    class implementation;
    std::unique_ptr<implementation> m_self;
};

} // namespace dyno
