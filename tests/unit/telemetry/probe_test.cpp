// The probe as a process of its own, talked to over pipes, on scripted driver libraries.
// SPDX-License-Identifier: Apache-2.0
#include "telemetry/probe.hpp"

#include "fake_gpu.hpp"
#include "record/message.hpp"
#include "record/probe_message.hpp"
#include "scoped_environment.hpp"
#include "telemetry/gpu_sample.hpp"
#include "telemetry/telemetry_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dyno {
namespace {

using namespace std::chrono_literals;
using record::probe_event;
using record::probe_request;
using testing::HasSubstr;

constexpr auto patience = 10s; // for an answer that will come

/// A probe in a child process under the script in force.
class running_probe {
public:
    explicit running_probe(std::chrono::milliseconds period = 20ms) {
        int requests[2], answers[2];
        if (pipe(requests) != 0 || pipe(answers) != 0) {
            throw std::runtime_error("no pipe");
        }
        m_child = fork();
        if (m_child == 0) {
            close(requests[1]);
            close(answers[0]);
            probe_settings settings;
            settings.period = period;
            settings.surroundings_every = 3;
            _exit(probe_main(requests[0], answers[1], settings));
        }
        close(requests[0]);
        close(answers[1]);
        m_requests = requests[1];
        m_answers = answers[0];
    }
    ~running_probe() {
        if (m_child > 0) {
            kill(m_child, SIGKILL);
            (void)end();
        }
        close(m_answers);
    }

    void ask(const probe_request& request) { write_text(record::write_line(request) + "\n"); }
    void write_text(const std::string& text) {
        ASSERT_EQ(write(m_requests, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }

    /// The next line, or none in that time or at the end.
    std::optional<std::string> next_line(std::chrono::milliseconds within = patience) {
        for (;;) {
            if (const auto end = m_unread.find('\n'); end != std::string::npos) {
                std::string line = m_unread.substr(0, end);
                m_unread.erase(0, end + 1);
                return line;
            }
            pollfd readable{m_answers, POLLIN, 0};
            char buffer[65536];
            if (poll(&readable, 1, static_cast<int>(within.count())) <= 0) {
                return std::nullopt;
            }
            const ssize_t count = read(m_answers, buffer, sizeof buffer);
            if (count <= 0) {
                return std::nullopt;
            }
            m_unread.append(buffer, static_cast<std::size_t>(count));
        }
    }
    record::device_list devices() { return record::read_device_list(next_line().value()); }
    record::fact_sheet facts() {
        return record::read_probe_event(next_line().value()).facts.value();
    }
    record::telemetry_sample sample() {
        return record::read_probe_event(next_line().value()).sample.value();
    }

    void stop_reading() {
        close(m_answers);
        m_answers = -1;
    }
    void close_input() {
        if (m_requests >= 0) {
            close(m_requests);
            m_requests = -1;
        }
    }
    /// Closes its input and waits; the exit status, or -1 if it was killed.
    int end() {
        close_input();
        int status = 0;
        waitpid(m_child, &status, 0);
        m_child = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    pid_t m_child = -1;
    int m_requests = -1, m_answers = -1;
    std::string m_unread;
};

TEST(probe, tells_devices_then_facts_then_samples_then_ends) {
    const scoped_environment power("FAKE_NVML_POWER_MW", "222000;111000");
    running_probe probe;
    const record::device_list found = probe.devices();
    ASSERT_EQ(found.devices.size(), 2U);
    EXPECT_EQ(found.devices[0].uuid, fakes::first_gpu().uuid);
    EXPECT_EQ(found.driver_cuda, 13000);

    probe.ask({found.devices[0], {}});
    const record::fact_sheet facts = probe.facts();
    EXPECT_EQ(facts.identity.at("driver.cuda").known, record::value("13.0"));
    EXPECT_EQ(facts.circumstances.at("gpu.power_w").known, record::value(111.0));

    const double start_s = monotonic_s();
    probe.ask({{}, true});
    std::vector<record::telemetry_sample> samples;
    for (int i = 0; i < 7; ++i) {
        samples.push_back(probe.sample());
    }
    EXPECT_GE(samples.front().at_s, start_s);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        EXPECT_DOUBLE_EQ(samples[i].power_w.value(), 112); // the instant query of the fake adds 1 W
        EXPECT_EQ(samples[i].surroundings.has_value(), i % 3 == 0) << i;
        if (i > 0) {
            EXPECT_GT(samples[i].at_s, samples[i - 1].at_s);
        }
    }
    EXPECT_GE(samples.back().at_s - samples.front().at_s, 3 * 0.02);

    probe.ask({{}, false});
    probe.close_input();
    std::optional<record::telemetry_sample> last;
    while (const auto line = probe.next_line()) {
        last = record::read_probe_event(*line).sample;
    }
    ASSERT_TRUE(last.has_value());
    EXPECT_TRUE(last->surroundings.has_value());
    EXPECT_EQ(probe.end(), 0);
}

TEST(probe, facts_can_be_asked_for_again) {
    const scoped_environment compute("FAKE_NVML_COMPUTE_PIDS", "77@2");
    running_probe probe;
    const record::device_list found = probe.devices();
    probe.ask({found.devices[0], {}});
    EXPECT_EQ(probe.facts().circumstances.at("gpu.compute_process_ids").known, record::value(""));
    probe.ask({found.devices[0], {}});
    EXPECT_EQ(probe.facts().circumstances.at("gpu.compute_process_ids").known, record::value("77"));
}

TEST(probe, of_the_cpu_has_nothing_to_tell) {
    running_probe probe;
    probe.ask({probe.devices().devices.back(), {}});
    EXPECT_EQ(probe.facts(), record::fact_sheet());
    probe.ask({{}, true});
    EXPECT_EQ(probe.sample().power_w.reason(), "the device is the CPU");
}

TEST(probe, without_nvml_answers_with_the_reason) {
    const scoped_environment fail("FAKE_NVML_FAIL", "nvmlInit_v2:18");
    running_probe probe;
    const record::device_list found = probe.devices();
    probe.ask({found.devices[0], {}});
    EXPECT_THAT(probe.facts().identity.at("driver.version").reason, HasSubstr("reboot"));
    probe.ask({{}, true});
    EXPECT_THAT(probe.sample().sm_clock_mhz.reason(), HasSubstr("version mismatch"));
    EXPECT_EQ(probe.end(), 0);
}

TEST(probe, whose_device_is_lost_half_way_says_lost) {
    const scoped_environment fail("FAKE_NVML_FAIL", "*:15@120+");
    running_probe probe(5ms);
    const record::device_list found = probe.devices();
    probe.ask({found.devices[0], {}});
    EXPECT_TRUE(probe.facts().identity.at("gpu.power_limit_w").known.has_value());
    probe.ask({{}, true});
    EXPECT_TRUE(probe.sample().sm_clock_mhz.has_value());
    record::telemetry_sample last;
    for (int i = 0; i < 30; ++i) {
        last = probe.sample();
    }
    EXPECT_EQ(last.sm_clock_mhz.reason(), "lost");
    EXPECT_EQ(last.power_w.reason(), "lost");
    EXPECT_EQ(last.energy_j.reason(), "lost");
    EXPECT_EQ(last.power_query, "");
}

TEST(probe, that_hangs_in_a_query_is_noticed_within_a_second_and_hangs_alone) {
    const scoped_environment fail("FAKE_NVML_FAIL", "nvmlDeviceGetTotalEnergyConsumption:hang@4");
    telemetry_log log;
    double silent_after_s = 0;
    const double start_s = monotonic_s();
    {
        running_probe probe;
        probe.ask({probe.devices().devices[0], {}});
        (void)probe.facts();
        probe.ask({{}, true});
        log.start(monotonic_s());
        double last_s = 0;
        while (!log.is_silent(monotonic_s())) {
            if (const auto line = probe.next_line(50ms)) {
                log.add(record::read_probe_event(*line).sample.value());
                last_s = monotonic_s();
            }
        }
        silent_after_s = monotonic_s() - last_s;
        log.give_up("the probe fell silent");
    }                             // killed
    EXPECT_LT(silent_after_s, 3); // 1 s, on a busy machine
    const record::telemetry t = log.summarise({start_s, start_s, monotonic_s(), 10, {}});
    EXPECT_EQ(t.samples, 3);
    EXPECT_GE(t.gaps.size(), 1U);
    EXPECT_GT(t.gaps.back().to_s - t.gaps.back().from_s, 1);
    EXPECT_DOUBLE_EQ(t.sm_clock_median_mhz.value(), 1905);
}

TEST(probe, reads_requests_in_pieces_and_several_at_once) {
    running_probe probe;
    const record::device_list found = probe.devices();
    const std::string line = record::write_line(probe_request{found.devices[0], {}}) + "\n";
    probe.write_text(line.substr(0, 10));
    EXPECT_FALSE(probe.next_line(50ms).has_value());
    probe.write_text(line.substr(10) + line);
    (void)probe.facts();
    (void)probe.facts();
    EXPECT_EQ(probe.end(), 0);
}

TEST(probe, ends_when_nobody_listens) {
    running_probe probe;
    probe.ask({probe.devices().devices[0], {}});
    (void)probe.facts();
    probe.ask({{}, true});
    (void)probe.sample();
    probe.stop_reading();
    EXPECT_EQ(probe.end(), 0);
}

TEST(probe, ends_with_1_after_a_request_that_makes_no_sense) {
    {
        running_probe probe;
        (void)probe.devices();
        probe.write_text("sample, please\n");
        EXPECT_FALSE(probe.next_line().has_value());
        EXPECT_EQ(probe.end(), 1);
    }
    running_probe probe;
    (void)probe.devices();
    probe.ask({{}, true}); // of what?
    EXPECT_FALSE(probe.next_line().has_value());
    EXPECT_EQ(probe.end(), 1);
}

TEST(probe, tells_why_there_is_no_device) {
    const scoped_environment fail("FAKE_CUDA_FAIL", "cuInit:999");
    running_probe probe;
    const record::device_list found = probe.devices();
    EXPECT_EQ(found.devices.size(), 1U);
    EXPECT_THAT(found.reason, HasSubstr("CUDA_ERROR_UNKNOWN (999)"));
}

} // namespace
} // namespace dyno
