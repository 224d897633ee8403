// SPDX-License-Identifier: Apache-2.0
#include "telemetry/telemetry_log.hpp"

#include <algorithm>
#include <utility>

namespace dyno {

void telemetry_log::start(double now_s) {
    m_expected_since_s = now_s;
}

void telemetry_log::stop() {
    m_expected_since_s.reset();
}

void telemetry_log::add(record::telemetry_sample sample) {
    if (m_expected_since_s) {
        m_expected_since_s = std::max(*m_expected_since_s, sample.at_s + sample.took_s);
    }
    m_samples.push_back(std::move(sample));
}

void telemetry_log::give_up(std::string reason) {
    m_reason = std::move(reason);
    stop();
}

bool telemetry_log::is_silent(double now_s) const {
    return m_expected_since_s && now_s - *m_expected_since_s > longest_silence_s;
}

void telemetry_log::forget(double before_s) {
    m_samples.erase(
        std::remove_if(m_samples.begin(), m_samples.end(),
                       [&](const record::telemetry_sample& s) { return s.at_s < before_s; }),
        m_samples.end());
}

bool telemetry_log::has_reached(double at_s) const {
    return !m_samples.empty() && m_samples.back().at_s >= at_s;
}

record::telemetry telemetry_log::summarise(const measured_span& span) const {
    return dyno::summarise(m_samples, span,
                           m_reason.empty() ? "no sample in the measured time" : m_reason);
}

} // namespace dyno
