// SPDX-License-Identifier: Apache-2.0
#include "run/launcher.hpp"

#include "record/error.hpp"
#include "record/text_file.hpp"
#include "record/value.hpp"
#include "run/worker.hpp"

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
    } else {
        l.status = status::crashed;
        l.reason = crash_reason(end, last_phase);
    }
    l.duration_s = end.duration_s;
    l.log = record::to_valid_utf8(end.log);
    return l;
}

std::optional<record::launch>
launch_once(children& processes, const record::run_case& what,
            const std::filesystem::path& plugin_path, const record::device& device,
            const std::function<void(const record::progress&)>& progress) {
    const record::task task{plugin_path.string(), what.workload, what.parameters, what.policy,
                            device};
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
    const child_end end =
        processes.run({{worker_argument}, what.environment, engine_variables(),
                       record::write_line(task)},
                      std::chrono::duration<double>(what.policy.time_limit_s), take);
    if (end.interrupted && !reported) {
        return std::nullopt;
    }
    record::launch l = conclude(std::move(reported), end, what.policy, last_phase);
    l.started = started;
    if (!garbled.empty()) {
        l.warnings.push_back("a line from the worker could not be read: " + garbled);
    }
    return l;
}

} // namespace dyno
