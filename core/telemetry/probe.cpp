// SPDX-License-Identifier: Apache-2.0
#include "telemetry/probe.hpp"

#include "device/find_devices.hpp"
#include "record/error.hpp"
#include "record/message.hpp"
#include "record/probe_message.hpp"
#include "telemetry/gpu_facts.hpp"
#include "telemetry/gpu_sample.hpp"
#include "telemetry/nvml_device.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <poll.h>
#include <unistd.h>

namespace dyno {
namespace {

using clock = std::chrono::steady_clock;

/// Nobody reads the output any more: the run is over.
struct output_closed {};

class probe {
public:
    probe(int input, int output, const probe_settings& settings)
        : m_input(input), m_output(output), m_settings(settings) {}

    void run() {
        m_devices = find_devices(m_settings.cuda_soname);
        send(record::write_line(m_devices));
        while (wait_for_input()) {
            if (!read_input()) {
                return;
            }
        }
    }

private:
    /// Takes samples until there is something to read.
    bool wait_for_input() {
        for (;;) {
            pollfd readable{m_input, POLLIN, 0};
            const int count = poll(&readable, 1, milliseconds_left());
            if (count > 0) {
                return true;
            }
            if (count < 0 && errno != EINTR) {
                return false;
            }
            if (m_sampling && clock::now() >= m_next_sample) {
                take_sample(m_samples % m_settings.surroundings_every == 0);
            }
        }
    }

    int milliseconds_left() const {
        if (!m_sampling) {
            return -1;
        }
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(m_next_sample - clock::now());
        return std::max(0, static_cast<int>(left.count()));
    }

    /// False at the end of the input.
    bool read_input() {
        char buffer[4096];
        const ssize_t count = read(m_input, buffer, sizeof buffer);
        if (count <= 0) {
            return count < 0 && errno == EINTR;
        }
        m_unread.append(buffer, static_cast<std::size_t>(count));
        for (auto end = m_unread.find('\n'); end != std::string::npos; end = m_unread.find('\n')) {
            answer(record::read_probe_request(m_unread.substr(0, end)));
            m_unread.erase(0, end + 1);
        }
        return true;
    }

    void answer(const record::probe_request& request) {
        if (request.watch) {
            watch(*request.watch);
        } else if (request.sampling.value_or(false)) {
            m_sampling = true;
            m_samples = 0;
            m_next_sample = clock::now();
            take_sample(true);
        } else if (m_sampling) {
            m_sampling = false;
            take_sample(true);
        }
    }

    void watch(const record::device& device) {
        record::probe_event event;
        if (device.kind == record::device_kind::cuda) {
            open(device);
            event.facts = find_gpu_facts(device, m_devices.driver_cuda, *m_gpu);
        } else {
            m_gpu.emplace("the device is the CPU");
            event.facts.emplace();
        }
        send(record::write_line(event));
    }

    void open(const record::device& device) {
        try {
            if (!m_nvml) {
                m_nvml = std::make_unique<nvml>(m_settings.nvml_soname);
            }
            m_gpu.emplace(*m_nvml, device);
        } catch (const error& failure) {
            m_gpu.emplace(failure.what());
        }
    }

    void take_sample(bool surroundings) {
        if (!m_gpu) {
            throw error("samples are asked for before a device to watch");
        }
        record::probe_event event;
        event.sample = take_gpu_sample(*m_gpu, surroundings);
        send(record::write_line(event));
        ++m_samples;
        // Samples that a slow round has missed are left out, not made up for.
        do {
            m_next_sample += m_settings.period;
        } while (m_next_sample <= clock::now());
    }

    void send(std::string line) const {
        line += '\n';
        for (std::size_t sent = 0; sent < line.size();) {
            const ssize_t count = write(m_output, line.data() + sent, line.size() - sent);
            if (count >= 0) {
                sent += static_cast<std::size_t>(count);
            } else if (errno != EINTR) {
                throw output_closed{};
            }
        }
    }

    int m_input, m_output;
    probe_settings m_settings;
    record::device_list m_devices;
    std::unique_ptr<nvml> m_nvml;
    std::optional<nvml_device> m_gpu;
    std::string m_unread;
    bool m_sampling = false;
    int m_samples = 0;
    clock::time_point m_next_sample;
};

} // namespace

int probe_main(int input, int output, const probe_settings& settings) {
    std::signal(SIGPIPE, SIG_IGN); // a closed output is an end, not a crash
    try {
        probe(input, output, settings).run();
        return 0;
    } catch (const output_closed&) {
        return 0;
    } catch (const error& failure) {
        std::fprintf(stderr, "probe: %s\n", failure.what());
        return 1;
    }
}

} // namespace dyno
