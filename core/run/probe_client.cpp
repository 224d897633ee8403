// SPDX-License-Identifier: Apache-2.0
#include "run/probe_client.hpp"

#include "device/processor.hpp"
#include "measure/clock.hpp"
#include "process/channel.hpp"
#include "record/error.hpp"
#include "record/message.hpp"
#include "record/probe_message.hpp"
#include "telemetry/probe.hpp"

namespace dyno {
namespace {

using namespace std::chrono_literals;

/// A cold driver without persistence mode takes some seconds a card to wake up.
constexpr auto devices_limit = 60s;
constexpr auto facts_limit = 20s;
constexpr auto last_sample_limit = 1s;

double now_s() {
    return system_clock_source().now_s();
}

} // namespace

probe_client::probe_client(children& processes) : m_processes(processes) {
    try {
        m_processes.start_companion({{probe_argument}, {}, {}, {}},
                                    [this](std::string_view line) { take(line); });
    } catch (const start_failure& failure) {
        give_up(std::string("the probe: ") + failure.what());
    }
}

probe_client::~probe_client() {
    m_processes.end_companion();
}

void probe_client::take(std::string_view line) {
    try {
        if (!m_devices) {
            m_devices = record::read_device_list(line);
            return;
        }
        record::probe_event event = record::read_probe_event(line);
        if (event.facts) {
            m_facts = std::move(event.facts);
        }
        if (event.sample) {
            m_log.add(std::move(*event.sample));
        }
    } catch (const error& failure) {
        give_up(std::string("a line of the probe could not be read: ") + failure.what());
    }
}

void probe_client::give_up(const std::string& reason) {
    if (m_trouble.empty()) {
        m_trouble = reason;
        m_log.give_up(reason);
    }
}

const record::device_list& probe_client::devices() {
    m_processes.wait(devices_limit, [this] {
        return m_devices || !m_processes.companion_is_alive() || m_processes.interrupted();
    });
    if (!m_devices) {
        const bool hangs = m_processes.companion_is_alive();
        give_up(hangs ? "the NVIDIA driver did not answer within 60 s"
                      : "asking the NVIDIA driver ended the process that asked");
        m_processes.end_companion();
        record::device_list alone;
        alone.devices.push_back(read_processor());
        alone.reason = m_trouble;
        m_devices = std::move(alone);
    }
    return *m_devices;
}

record::fact_sheet probe_client::watch(const record::device& gpu) {
    m_facts.reset();
    record::probe_request request;
    request.watch = gpu;
    m_processes.tell_companion(record::write_line(request));
    m_processes.wait(facts_limit, [this] {
        return m_facts || !m_processes.companion_is_alive() || m_processes.interrupted();
    });
    if (!m_facts) {
        give_up(m_processes.companion_is_alive()
                    ? "the driver did not say what it knows of the GPU within 20 s"
                    : "asking the driver about the GPU ended the process that asked");
        m_processes.end_companion();
    }
    return m_facts.value_or(record::fact_sheet{});
}

void probe_client::start_sampling() {
    record::probe_request request;
    request.sampling = true;
    m_log.start(now_s());
    m_processes.tell_companion(record::write_line(request));
    if (!m_processes.companion_is_alive()) {
        give_up("the probe has ended");
    }
}

void probe_client::stop_sampling() {
    record::probe_request request;
    request.sampling = false;
    m_processes.tell_companion(record::write_line(request));
}

void probe_client::look_after() {
    if (!m_trouble.empty()) {
        return;
    }
    if (!m_processes.companion_is_alive()) {
        give_up("the probe has ended");
    } else if (m_log.is_silent(now_s())) {
        give_up("the probe fell silent: a question to the driver does not return");
        m_processes.end_companion();
    }
}

record::telemetry probe_client::summarise(const measured_span& span) {
    m_processes.wait(last_sample_limit, [&] {
        return m_log.has_reached(span.to_s) || !m_processes.companion_is_alive();
    });
    look_after();
    m_log.stop();
    record::telemetry seen = m_log.summarise(span);
    m_log.forget(span.to_s);
    return seen;
}

int probe_child() {
    const int descriptor = channel_to_parent().descriptor();
    return probe_main(descriptor, descriptor);
}

} // namespace dyno
