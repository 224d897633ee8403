// Every way in which a plugin can fail its host, in each of its calls.
// SPDX-License-Identifier: Apache-2.0
#include <dyno/plugin.hpp>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace {

constexpr const char* ways[] = {
    "not",    "throws",   "throws_int",   "throws_text", "aborts",     "segfaults",
    "hangs",  "exits",    "prints",       "nan_metric",  "undeclared", "skips",
    "oom",    "host_oom", "invalid",      "bad_work",    "hangs_hard", "wrong_type",
    "closes", "forks",    "says_nothing", "huge_work",   "garbles",    nullptr};
constexpr const char* calls[] = {"check", "create", "prepare", "run",
                                 "begin", "report", "destroy", nullptr};

class misbehaves {
public:
    static constexpr const char* id = "misbehaves";
    static constexpr const char* summary = "Fails as it is told to.";
    static constexpr std::uint32_t devices = dyno::on_cpu;
    static constexpr dyno_param parameters[] = {
        dyno::text("how", "\"not\"", ways, "What goes wrong."),
        dyno::text("where", "\"run\"", calls, "In which call."),
        dyno::text("message", "\"it broke\"", nullptr, "Words of the failure."),
    };
    static constexpr dyno_metric metrics[] = {
        dyno::higher("rate", "op/s", "Operations in a second."),
        dyno::lower("loss", "1", "A loss."),
    };

    static void check(const dyno::host& host) { misbehave(host, "check"); }

    misbehaves(dyno::host host, const dyno::device&) : m_host(host) { misbehave(host, "create"); }
    ~misbehaves() { misbehave(m_host, "destroy"); }

    void prepare() { misbehave(m_host, "prepare"); }
    void run() {
        ::usleep(200);
        misbehave(m_host, "run");
    }
    void begin() { misbehave(m_host, "begin"); }
    void report() {
        misbehave(m_host, "report");
        m_host.metric("loss", 0.5);
    }

private:
    [[noreturn]] static void hang() {
        while (true) {
            ::pause();
        }
    }

    static void misbehave(const dyno::host& host, const std::string& call) {
        if (host.text("where") != call) {
            return;
        }
        const std::string how = host.text("how"), message = host.text("message");
        if (how == "throws") {
            throw std::runtime_error(message);
        } else if (how == "throws_int") {
            throw 42;
        } else if (how == "throws_text") {
            throw message;
        } else if (how == "aborts") {
            std::abort();
        } else if (how == "segfaults") {
            std::raise(SIGSEGV);
        } else if (how == "hangs") {
            hang();
        } else if (how == "hangs_hard") {
            std::signal(SIGTERM, SIG_IGN);
            hang();
        } else if (how == "exits") {
            std::exit(0);
        } else if (how == "prints") {
            std::printf("{\"result\": {\"status\": \"ok\"}}\nC:\\hello \x01 \xff \"quoted\"\n");
        } else if (how == "nan_metric") {
            host.metric("loss", std::nan(""));
        } else if (how == "undeclared") {
            host.metric("los", 1);
        } else if (how == "bad_work") {
            host.work("furlong", 1);
        } else if (how == "huge_work") {
            host.work("op", 1.7e308);
        } else if (how == "skips") {
            throw dyno::skipped(message);
        } else if (how == "oom") {
            throw dyno::out_of_device_memory(message);
        } else if (how == "host_oom") {
            throw std::bad_alloc();
        } else if (how == "invalid") {
            throw dyno::invalid_answer(message);
        } else if (how == "wrong_type") {
            (void)host.integer("how");
        } else if (how == "closes") {
            for (int i = 3; i < 1024; ++i) {
                ::close(i);
            }
        } else if (how == "garbles") {
            for (int i = 3; i < 1024; ++i) {
                (void)::send(i, message.data(), message.size(), MSG_NOSIGNAL); // sockets alone
            }
        } else if (how == "forks") {
            if (::fork() == 0) {
                hang();
            }
        }
    }

    dyno::host m_host;
};

} // namespace

DYNO_PLUGIN("misbehaves", "1.0.0", misbehaves);
