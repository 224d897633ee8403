// SPDX-License-Identifier: Apache-2.0
#include "run/launcher.hpp"

#include "measure/clock.hpp"
#include "record/error.hpp"
#include "record/text_file.hpp"
#include "record/value.hpp"
#include "run/peak_share.hpp"
#include "run/worker.hpp"
#include "telemetry/doubts.hpp"

#include <csignal>
#include <ctime>
#include <string_view>
#include <unistd.h>

namespace dyno {
namespace {

using record::status;

/// Google Benchmark reads flags from such variables; with BENCHMARK_LIST_TESTS nothing would run
/// and it would look fine.
std::vector<std::string> engine_variables() {
    std::vector<std::string> names;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        if (text.starts_with("BENCHMARK_")) {
            names.emplace_back(text.substr(0, text.find('=')));
        }
    }
    return names;
}

/// From the first sample's start to the last one's end, or the whole launch if it took none.
measured_span span_of(const record::launch& l, double launched_s, const child_end& end) {
    measured_span span;
    span.launched_s = launched_s;
    span.from_s = launched_s;
    span.to_s = launched_s + end.duration_s;
    span.own_processes = {static_cast<std::uint32_t>(end.process_id)};
    const record::metric* time = l.find("time");
    if (time != nullptr && l.measurement && !l.measurement->sample_starts_s.empty() &&
        time->samples.size() == l.measurement->sample_starts_s.size()) {
        const auto& starts_s = l.measurement->sample_starts_s;
        const auto batch = static_cast<double>(l.measurement->batch);
        span.from_s = starts_s.front();
        span.to_s = starts_s.back() + time->samples.back() * batch;
        span.iterations = static_cast<std::int64_t>(starts_s.size()) * l.measurement->batch;
    }
    return span;
}

void add_telemetry(probe_client& probe, const std::string& device_name, record::cache_state cache,
                   double launched_s, const child_end& end, record::launch& to) {
    to.telemetry = probe.summarise(span_of(to, launched_s, end));
    if (cache == record::cache_state::cold) {
        to.telemetry->energy_per_iteration_j =
            record::absent{"with a cold cache the energy is that of the flushes as well"};
    }
    add_share_of_peak_at_clock(device_name, to);
    for (std::string& doubt : doubts_during(*to.telemetry)) {
        to.warnings.push_back(std::move(doubt));
    }
}

/// Why a worker ended without a result.
std::string crash_reason(const child_end& end, const std::string& last_phase) {
    const std::string where = last_phase.empty() ? "" : " in phase '" + last_phase + "'";
    if (end.signal == SIGKILL) {
        return "the worker was killed (signal 9)" + where +
               ": by somebody, or by the system when memory ran out";
    }
    if (end.signal != 0) {
        return "the worker ended with " + to_text(end) + where;
    }
    return "the worker ended with " + to_text(end) + where +
           " before it had reported: the plugin, or a library of it, ended the process";
}

} // namespace

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

record::launch conclude(std::optional<record::launch> reported, const child_end& end,
                        const record::policy& policy, const std::string& last_phase) {
    record::launch l;
    const bool ended_well = end.signal == 0 && end.exit_status == 0;
    if (reported) {
        l = std::move(*reported);
        if (end.timed_out) {
            l.warnings.push_back("tearing down did not end within the time limit");
        } else if (!ended_well) {
            l.warnings.push_back("tearing down ended with " + to_text(end));
        }
    } else if (end.timed_out) {
        l.status = status::timeout;
        l.reason = "did not end within " + record::to_text(policy.time_limit_s) +
                   " s (time_limit_s)" +
                   (last_phase.empty() ? "" : "; it was in phase '" + last_phase + "'");
        if (end.left_behind) {
            l.reason += "; not even SIGKILL ended its process, which may still hold the device";
        }
    } else {
        l.status = status::crashed;
        l.reason = crash_reason(end, last_phase);
    }
    l.duration_s = end.duration_s;
    l.log = record::to_valid_utf8(end.log);
    return l;
}

std::optional<record::launch>
launch_once(const launch_surroundings& in, const record::run_case& what,
            const std::filesystem::path& plugin_path,
            const std::function<void(const record::progress&)>& progress) {
    const record::task task{plugin_path.string(), what.workload, what.parameters, what.policy,
                            in.device};
    std::optional<record::launch> reported;
    std::string last_phase, garbled;
    const auto take = [&](std::string_view line) {
        try {
            record::worker_event event = record::read_worker_event(line);
            if (event.progress) {
                last_phase = event.progress->phase;
                progress(*event.progress);
            }
            if (event.result) {
                reported = std::move(event.result);
            }
        } catch (const error& failure) {
            garbled = failure.what();
        }
    };
    const std::string started = utc_now();
    const double launched_s = system_clock_source().now_s();
    if (in.probe != nullptr) {
        in.probe->start_sampling();
    }
    child_end end;
    std::string not_started;
    try {
        end = in.processes.run(
            {{worker_argument}, what.environment, engine_variables(), record::write_line(task)},
            std::chrono::duration<double>(what.policy.time_limit_s), take, [&] {
                if (in.probe != nullptr) {
                    in.probe->look_after();
                }
            });
    } catch (const start_failure& failure) {
        not_started = failure.what();
    }
    if (in.probe != nullptr) {
        in.probe->stop_sampling();
    }
    if (!not_started.empty()) {
        record::launch l;
        l.status = status::failed;
        l.reason = std::move(not_started);
        l.started = started;
        return l;
    }
    if (end.interrupted && !reported) {
        return std::nullopt;
    }
    record::launch l = conclude(std::move(reported), end, what.policy, last_phase);
    l.started = started;
    if (!garbled.empty()) {
        l.warnings.push_back("a line from the worker could not be read: " + garbled);
    }
    if (in.probe != nullptr) {
        add_telemetry(*in.probe, in.device.name, what.policy.cache, launched_s, end, l);
    }
    return l;
}

} // namespace dyno
