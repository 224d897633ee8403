// CPU work of known length, to see what the host makes of its times.
// SPDX-License-Identifier: Apache-2.0
#include <dyno/plugin.hpp>

#include <chrono>
#include <cmath>

namespace {

using clock_type = std::chrono::steady_clock;

constexpr const char* words[] = {"one", "two", nullptr};

class spin {
public:
    static constexpr const char* id = "spin";
    static constexpr const char* summary = "Spins for a given time.";
    static constexpr std::uint32_t devices = dyno::on_cpu;
    static constexpr dyno_param parameters[] = {
        dyno::real("length_us", "100.0", 0, 1e9, "Length of an iteration once it has settled.",
                   "us"),
        dyno::real("first_length_us", "0.0", 0, 1e9,
                   "Length of the first iteration; falls in steps to length_us. 0: none.", "us"),
        dyno::integer("falling_iterations", "60", 1, 1000000, "Iterations until it has settled."),
        dyno::integer("size", "1", 1, 1 << 20, "Of no effect; a size to sweep."),
        dyno::integer("bytes", "0", 0, 1LL << 40, "Of no effect; a size in bytes.", "B"),
        dyno::boolean("flag", "false", "Of no effect."),
        dyno::text("word", "\"one\"", words, "Of no effect."),
    };
    static constexpr dyno_metric metrics[] = {
        dyno::higher("rate", "op/s", "Operations in a second; an iteration does 1000."),
        dyno::exact("inherited", "1", "Launches that this process has seen; always 1."),
    };

    static void check(const dyno::host& host) {
        if (host.integer("size") == 13) {
            throw std::runtime_error("size 13 is refused");
        }
    }

    spin(dyno::host host, const dyno::device&)
        : m_host(host), m_last_s(host.real("length_us") * 1e-6),
          m_first_s(host.real("first_length_us") * 1e-6),
          m_falling(static_cast<double>(host.integer("falling_iterations"))) {
        ++launches;
    }

    void prepare() {
        m_host.work("op", 1000);
        m_host.note("kind", "spin");
    }

    void run() {
        const double part = std::max(0.0, 1 - m_count / m_falling);
        const double length = m_first_s > 0 ? m_last_s + (m_first_s - m_last_s) * part : m_last_s;
        m_count += 1;
        const auto end = clock_type::now() + std::chrono::duration_cast<clock_type::duration>(
                                                 std::chrono::duration<double>(length));
        while (clock_type::now() < end) {
        }
    }

    void report() { m_host.metric("inherited", launches); }

private:
    static inline int launches = 0;

    dyno::host m_host;
    double m_last_s, m_first_s, m_falling;
    double m_count = 0;
};

} // namespace

DYNO_PLUGIN("spin", "1.0.0", spin);
