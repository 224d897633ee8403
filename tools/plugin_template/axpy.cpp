// The smallest whole plugin: one workload on the CPU. docs/writing-a-plugin.md explains it.
// SPDX-License-Identifier: Apache-2.0
#include <dyno/plugin.hpp>

#include <vector>

class axpy {
public:
    static constexpr const char* id = "axpy";
    static constexpr const char* summary = "y = a x + y over vectors of doubles.";
    static constexpr auto devices = dyno::on_cpu;
    static constexpr dyno_param parameters[] = {
        dyno::integer("n", "1000000", 1, 1 << 30, "Elements of x and y."),
    };
    static constexpr dyno_metric metrics[] = {
        dyno::higher("bandwidth", "B/s", "Bytes read and written over the time."),
    };

    axpy(dyno::host host, const dyno::device&) : m_host(host) {}

    void prepare() {
        const auto n = static_cast<std::size_t>(m_host.integer("n"));
        m_x.assign(n, 1.5);
        m_y.assign(n, 0.5);
        m_host.work("B", 24.0 * static_cast<double>(n)); // gives the metric in B/s
    }

    void run() { // one iteration; the runner times it
        for (std::size_t i = 0; i < m_x.size(); ++i) {
            m_y[i] += 1e-9 * m_x[i];
        }
    }

    void report() { // after the samples
        if (!(m_y[0] > 0.5)) {
            throw dyno::invalid_answer("y has not grown");
        }
    }

private:
    dyno::host m_host;
    std::vector<double> m_x, m_y;
};

DYNO_PLUGIN("axpy", "1.0.0", axpy);
