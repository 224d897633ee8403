// SPDX-License-Identifier: Apache-2.0
#include "process/children.hpp"

#include <utility> // before Asio, which uses std::exchange without it under C++20

#include <boost/asio.hpp>
#if __has_include(<boost/process/v1.hpp>)
#define BOOST_PROCESS_VERSION 1
#include <boost/process/v1.hpp>
#include <boost/process/v1/extend.hpp>
namespace process = boost::process::v1;
#else
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
namespace process = boost::process;
#endif

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dyno {
namespace {

namespace asio = boost::asio;
using clock = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;

constexpr std::size_t most_log_bytes = 64 << 10;
/// In graces: a large process may take its time to give back memory, one that sleeps in a driver
/// never ends.
constexpr double unkillable_after = 10;
constexpr std::size_t most_line_bytes = 256u << 20;

/// What the user can do about it; empty for what says enough.
std::string hint_for(int code) {
    switch (code) {
    case E2BIG:
        return "; its environment and arguments are too long for this system";
    case EAGAIN:
        return "; the limit of processes is reached (ulimit -u)";
    case EINVAL: // a descriptor beyond the limit
    case EMFILE:
        return "; the open files limit is too low (ulimit -n)";
    default:
        return "";
    }
}

/// In the child, between fork and exec: a group of its own, death with the parent, the channel as
/// descriptor 3 and nothing above it. Only async-signal-safe calls.
class setup_handler : public process::extend::handler {
public:
    setup_handler(int channel, pid_t parent) : m_channel(channel), m_parent(parent) {}

    template <class Executor>
    void on_exec_setup(Executor&) const {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != m_parent) {
            ::_exit(127); // the parent died before the line above
        }
        ::dup2(m_channel, child_channel);
        if (::close_range(child_channel + 1, ~0u, CLOSE_RANGE_CLOEXEC) != 0) {
            const long most = ::sysconf(_SC_OPEN_MAX);
            for (int i = child_channel + 1; i < most && i < 65536; ++i) {
                ::fcntl(i, F_SETFD, FD_CLOEXEC);
            }
        }
        ::signal(SIGPIPE, SIG_DFL);
        ::signal(SIGXFSZ, SIG_DFL);
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
    }

private:
    int m_channel;
    pid_t m_parent;
};

/// One running child: its process, channel and log.
class child : public std::enable_shared_from_this<child> {
public:
    child(asio::io_context& loop, children::on_line line)
        : m_line(std::move(line)), m_channel(loop), m_log(loop) {}

    void start(asio::io_context& loop, const child_command& command) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
            throw start_failure(std::string("socketpair: ") + std::strerror(errno) +
                                hint_for(errno));
        }
        m_channel.assign(asio::local::stream_protocol(), ends[0]);
        // Kept above descriptor 3, so that dup2 in the child cannot close it by chance.
        const int theirs = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 64);
        const int code = errno;
        ::close(ends[1]);
        if (theirs < 0) {
            throw start_failure(std::string("a channel to a child process: ") +
                                std::strerror(code) + hint_for(code));
        }
        process::environment environment = boost::this_process::environment();
        for (const std::string& name : command.without) {
            environment.erase(name);
        }
        for (const auto& [name, text] : command.environment) {
            environment[name] = text;
        }
        std::vector<std::string> arguments = command.arguments;
        std::error_code failure;
        auto self = shared_from_this();
        // By this link the child is the program that runs now, even if its file was replaced.
        const std::string program = command.program.empty() ? "/proc/self/exe" : command.program;
        m_process = process::child(
            program, process::args = std::move(arguments), environment,
            process::std_in<process::null, (process::std_out & process::std_err)> m_log,
            process::on_exit = [self](int, const std::error_code&) { self->m_ended = true; },
            setup_handler(theirs, ::getpid()), loop, failure);
        ::close(theirs);
        if (failure) {
            throw start_failure("cannot start a child process: " + failure.message() +
                                hint_for(failure.value()));
        }
        m_id = m_process.id();
        ::setpgid(m_id, m_id); // also here: whoever comes first wins
        if (!command.first_line.empty()) {
            send(command.first_line);
        }
        read_channel();
        read_log();
    }

    void send(const std::string& line) {
        auto text = std::make_shared<std::string>(line + "\n");
        asio::async_write(m_channel, asio::buffer(*text),
                          [text, self = shared_from_this()](auto, std::size_t) {});
    }

    void signal(int number) const {
        if (m_id > 0) {
            ::kill(-m_id, number);
        }
    }

    /// Closes what is still open, so that no handler keeps this object.
    void close() {
        boost::system::error_code ignored;
        m_channel.close(ignored);
        m_log.close(ignored);
    }

    void detach() {
        if (m_process.valid() && !m_ended) {
            m_process.detach();
        }
    }

    [[nodiscard]] int process_id() const { return m_id; }
    [[nodiscard]] bool ended() const { return m_ended; }
    [[nodiscard]] bool drained() const { return m_channel_closed && m_log_closed; }
    [[nodiscard]] int native_status() const { return m_process.native_exit_code(); }
    [[nodiscard]] const std::string& log() const { return m_log_text; }

private:
    void read_channel() {
        m_channel.async_read_some(
            asio::buffer(m_channel_buffer),
            [self = shared_from_this()](const boost::system::error_code& failure,
                                        std::size_t count) {
                if (failure) {
                    self->m_channel_closed = true;
                    return;
                }
                self->take(std::string_view(self->m_channel_buffer.data(), count));
                self->read_channel();
            });
    }

    void take(std::string_view text) {
        while (true) {
            const std::size_t end = text.find('\n');
            m_partial += text.substr(0, end);
            if (m_partial.size() > most_line_bytes) {
                m_partial.clear(); // no line of ours; its rest will not be understood
            }
            if (end == std::string_view::npos) {
                break;
            }
            const std::string line = std::exchange(m_partial, {});
            m_line(line);
            text.remove_prefix(end + 1);
        }
    }

    void read_log() {
        m_log.async_read_some(asio::buffer(m_log_buffer),
                              [self = shared_from_this()](const auto& failure, std::size_t count) {
                                  if (failure) {
                                      self->m_log_closed = true;
                                      return;
                                  }
                                  self->m_log_text.append(self->m_log_buffer.data(), count);
                                  if (self->m_log_text.size() > 2 * most_log_bytes) {
                                      self->m_log_text.erase(0, self->m_log_text.size() -
                                                                    most_log_bytes);
                                  }
                                  self->read_log();
                              });
    }

    children::on_line m_line;
    asio::local::stream_protocol::socket m_channel;
    process::async_pipe m_log;
    process::child m_process;
    pid_t m_id = 0;
    bool m_ended = false, m_channel_closed = false, m_log_closed = false;
    std::array<char, 65536> m_channel_buffer{}, m_log_buffer{};
    std::string m_partial, m_log_text;
};

} // namespace

class children::implementation {
public:
    explicit implementation(seconds grace)
        : m_grace(grace), m_signals(m_loop, SIGINT, SIGTERM, SIGHUP) {
        // A reader that is gone and a file that may not grow are errors of a write, not our end.
        ::signal(SIGPIPE, SIG_IGN);
        ::signal(SIGXFSZ, SIG_IGN);
        await_signal();
    }

    ~implementation() { end_companion(); }

    child_end run(const child_command& command, seconds limit, const on_line& line,
                  const on_tick& tick) {
        const auto one = std::make_shared<child>(m_loop, line);
        const auto begin = clock::now();
        one->start(m_loop, command);
        child_end end;
        end.process_id = one->process_id();
        try {
            await_end(*one, limit, tick, end);
            one->signal(SIGKILL); // what it may have started and left behind
            serve(std::chrono::milliseconds(500), [&] { return one->drained(); });
        } catch (...) {
            end_now(*one); // `line` or `tick` has thrown: nobody waits for the child any more
            throw;
        }
        end.duration_s = seconds(clock::now() - begin).count();
        close(*one);
        if (one->ended()) {
            const int status = one->native_status();
            end.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
            end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        }
        end.log = one->log();
        if (end.log.size() > most_log_bytes) {
            end.log.erase(0, end.log.size() - most_log_bytes);
        }
        return end;
    }

    void start_companion(const child_command& command, on_line line) {
        end_companion();
        const auto one = std::make_shared<child>(m_loop, std::move(line));
        one->start(m_loop, command);
        m_companion = one;
    }

    void tell_companion(const std::string& line) {
        if (companion_is_alive()) {
            m_companion->send(line);
        }
    }

    [[nodiscard]] bool companion_is_alive() const { return m_companion && !m_companion->ended(); }

    void end_companion() {
        if (!m_companion) {
            return;
        }
        end_now(*m_companion);
        m_companion.reset();
    }

    void serve(seconds time, const std::function<bool()>& done) {
        const auto end = clock::now() + std::chrono::duration_cast<clock::duration>(time);
        m_loop.restart();
        m_loop.poll();
        while (clock::now() < end && !(done && done())) {
            m_loop.restart();
            m_loop.run_one_until(end);
            m_loop.poll();
        }
    }

    [[nodiscard]] bool interrupted() const { return m_interrupted; }

private:
    /// Serves the child until it has ended, or until not even SIGKILL could end it.
    void await_end(child& one, seconds limit, const on_tick& tick, child_end& end) {
        const auto begin = clock::now();
        std::optional<clock::time_point> terminated;
        bool killed = false;
        while (!one.ended()) {
            serve(std::chrono::milliseconds(200), [&] { return one.ended(); });
            const auto now = clock::now();
            if (!terminated && (m_interrupted || now - begin > limit)) {
                end.interrupted = m_interrupted;
                end.timed_out = !m_interrupted;
                one.signal(SIGTERM);
                terminated = now;
            } else if (terminated && !killed && now - *terminated > m_grace) {
                one.signal(SIGKILL);
                killed = true;
            } else if (terminated && now - *terminated > unkillable_after * m_grace) {
                end.left_behind = true;
                return;
            }
            if (tick) {
                tick();
            }
        }
    }

    /// Kills what there is of the child's group and waits for it only shortly.
    void end_now(child& one) {
        one.signal(SIGKILL);
        serve(std::chrono::milliseconds(500), [&] { return one.ended(); });
        close(one);
    }

    void close(child& one) {
        one.detach();
        one.close();
        serve(std::chrono::milliseconds(0), [] { return true; });
    }

    void await_signal() {
        m_signals.async_wait([this](const boost::system::error_code& failure, int) {
            if (!failure) {
                m_interrupted = true;
                await_signal();
            }
        });
    }

    seconds m_grace;
    asio::io_context m_loop;
    asio::signal_set m_signals;
    std::shared_ptr<child> m_companion;
    bool m_interrupted = false;
};

std::string to_text(const child_end& end) {
    if (end.left_behind) {
        return "no end (not even SIGKILL ended process " + std::to_string(end.process_id) + ")";
    }
    if (end.signal != 0) {
        return "signal " + std::to_string(end.signal) + " (" + ::strsignal(end.signal) + ")";
    }
    return "exit status " + std::to_string(end.exit_status);
}

children::children(seconds grace) : m_self(std::make_unique<implementation>(grace)) {}
children::~children() = default;

child_end children::run(const child_command& command, seconds limit, const on_line& line,
                        const on_tick& tick) {
    return m_self->run(command, limit, line, tick);
}
void children::start_companion(const child_command& command, on_line line) {
    m_self->start_companion(command, std::move(line));
}
void children::tell_companion(const std::string& line) {
    m_self->tell_companion(line);
}
bool children::companion_is_alive() const {
    return m_self->companion_is_alive();
}
void children::end_companion() {
    m_self->end_companion();
}
void children::wait(seconds time, const std::function<bool()>& done) {
    m_self->serve(time, done);
}
bool children::interrupted() const {
    return m_self->interrupted();
}

} // namespace dyno
