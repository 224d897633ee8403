// The supervisor's side of the probe: the one child of a run that asks the drivers about the
// machine. Whatever happens to it, the run goes on without its answers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/children.hpp"
#include "record/device.hpp"
#include "record/fact.hpp"
#include "record/telemetry.hpp"
#include "telemetry/telemetry_log.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dyno {

/// First argument of this program as the probe.
inline constexpr const char* probe_argument = "__probe";

class probe_client {
public:
    /// Starts the probe. `processes` must outlive this object.
    explicit probe_client(children& processes);
    /// Ends it.
    ~probe_client();
    probe_client(const probe_client&) = delete;
    probe_client& operator=(const probe_client&) = delete;

    /// What there is to measure on. A driver that does not answer in time, or that ends the probe,
    /// is the reason why there is no CUDA device; the CPU is found in this process then.
    [[nodiscard]] const record::device_list& devices();

    /// Facts about the GPU and its driver; empty if the probe does not answer.
    [[nodiscard]] record::fact_sheet watch(const record::device& gpu);

    /// Samples from now on, and no more.
    void start_sampling();
    void stop_sampling();

    /// To be called a few times a second while sampling: a probe that has fallen silent is given
    /// up, not waited for.
    void look_after();

    /// What was seen in the span; waits a moment for the sample that ends it.
    [[nodiscard]] record::telemetry summarise(const measured_span& span);

private:
    void take(std::string_view line);
    void give_up(const std::string& reason);

    children& m_processes;
    std::optional<record::device_list> m_devices;
    std::optional<record::fact_sheet> m_facts;
    telemetry_log m_log;
    std::string m_trouble; ///< why the probe is of no use any more
};

/// The child's side. Returns the exit status.
[[nodiscard]] int probe_child();

} // namespace dyno
