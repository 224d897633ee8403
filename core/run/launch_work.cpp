// SPDX-License-Identifier: Apache-2.0
#include "run/launch_work.hpp"

#include "device/cpu_device.hpp"
#include "device/cuda_device.hpp"
#include "environment/loaded_libraries.hpp"
#include "environment/peak_table.hpp"
#include "measure/launch_measurement.hpp"
#include "plugin/loaded_plugin.hpp"
#include "plugin/workload_instance.hpp"
#include "record/error.hpp"
#include "statistics/median.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dyno {
namespace {

using record::direction;
using record::status;

std::unique_ptr<timed_device> open_device(const record::device& wanted) {
    if (wanted.kind == record::device_kind::cuda) {
        return std::make_unique<cuda_device>(wanted);
    }
    return std::make_unique<cpu_device>(wanted);
}

/// "FLOP/s" of "bf16", as the peak table counts.
std::string unit_of_peak(const std::string& rate) {
    return rate == "memory" ? "B/s" : rate == "int8" ? "OP/s" : "FLOP/s";
}

/// JSON has no word for a number that is not finite: it would make the whole launch unreadable.
void add_metric(record::metric m, record::launch& to) {
    if (std::isfinite(m.value)) {
        to.metrics.push_back(std::move(m));
    } else {
        to.warnings.push_back("'" + m.name + "' is " + record::to_text(m.value) +
                              " and was left out");
    }
}

/// The rate that a declared metric is of, from the work of an iteration and its time; nothing if
/// the workload did not say how much it does in that unit.
std::optional<double> derive_rate(const record::metric_declaration& m,
                                  const workload_report& reported, const record::launch& l) {
    const record::metric* time = l.find("time");
    if (time == nullptr || !(time->value > 0) || !m.unit.ends_with("/s")) {
        return std::nullopt;
    }
    const auto work = reported.work.find(m.unit.substr(0, m.unit.size() - 2));
    return work == reported.work.end() ? std::nullopt : std::optional(work->second / time->value);
}

/// The share of the peak that bounds this rate, where the GPU has one in the table.
void add_share_of_peak(const record::metric& rate, const std::string& peak_name,
                       const std::string& device_name, record::launch& to) {
    if (peak_name.empty() || rate.unit != unit_of_peak(peak_name)) {
        return;
    }
    const auto limit = peak(device_name, peak_name);
    if (!limit) {
        to.notes["peak"] = "none is listed for '" + peak_name + "' on " + device_name;
        return;
    }
    const double share = rate.value / *limit;
    add_metric({"share_of_peak", "1", direction::higher, share, {}}, to);
    to.notes["peak"] = fmt::format("{} {} ({})", *limit, rate.unit, peak_name);
    to.notes["peak_rate"] = peak_name;
    if (share > 1) {
        to.warnings.push_back(fmt::format("implausible: {:.1f} % of the datasheet's peak ({})",
                                          100 * share, peak_name));
    }
}

} // namespace

launch_work::launch_work(record::task task, on_progress progress)
    : m_task(std::move(task)), m_progress(std::move(progress)) {}

launch_work::~launch_work() = default;

void launch_work::tell(const char* phase, double fraction, const std::string& detail) const {
    m_progress({phase, fraction, detail});
}

record::launch launch_work::run() {
    record::launch to;
    to.status = status::ok;
    try {
        measure(to);
    } catch (const workload_failure& failure) {
        to.status = failure.outcome();
        to.reason = failure.what();
    } catch (const device_out_of_memory& failure) {
        to.status = status::oom;
        to.reason = failure.what();
    } catch (const device_fault& failure) {
        to.status = failure.lost() ? status::device_lost : status::failed;
        to.reason = failure.what();
    } catch (const std::bad_alloc&) {
        to.status = status::oom;
        to.reason = "host memory: the runner itself could not allocate";
    } catch (const std::exception& failure) {
        to.status = status::failed;
        to.reason = failure.what();
    }
    if (to.status != status::ok && to.status != status::skipped && m_device) {
        try {
            m_device->check();
        } catch (const device_fault& failure) {
            // The workload saw a consequence; the device knows the cause.
            if (failure.lost()) {
                to.status = status::device_lost;
                to.reason += std::string("; ") + failure.what();
            }
        }
    }
    if (m_workload) {
        collect(to);
    }
    to.libraries = loaded_libraries();
    return to;
}

void launch_work::open(record::launch& to) {
    tell("load", 0);
    const dyno_entry& entry = load_plugin(m_task.plugin_path);
    const dyno_workload* workload = find_workload(entry, m_task.workload);
    if (workload == nullptr) {
        throw error("the plugin no longer offers the workload '" + m_task.workload + "'");
    }
    record::workload_declaration declaration;
    for (record::workload_declaration& one : declaration_of(entry).workloads) {
        if (one.id == m_task.workload) {
            declaration = std::move(one);
        }
    }
    m_workload = std::make_unique<workload_instance>(
        *workload, std::move(declaration), m_task.parameters,
        [this](double fraction, const std::string& what) { tell("prepare", fraction, what); });
    m_workload->check();
    try {
        m_device = open_device(m_task.device);
    } catch (const device_fault&) {
        throw;
    } catch (const error& failure) {
        throw workload_failure(status::no_device, failure.what());
    }
    const std::uint64_t wanted = m_task.policy.least_free_bytes, free = m_device->free_bytes();
    to.notes["memory_free_at_start_bytes"] = std::to_string(free);
    if (free < wanted) {
        throw workload_failure(status::skipped,
                               fmt::format("{:.1f} GiB of memory are free, skip_unless asks for "
                                           "{:.1f} GiB",
                                           static_cast<double>(free) / 0x1p30,
                                           static_cast<double>(wanted) / 0x1p30));
    }
}

void launch_work::measure(record::launch& to) {
    open(to);
    m_workload->create(m_device->plugin_view());
    tell("prepare", 0);
    m_workload->prepare();
    m_device->synchronise();
    if (m_workload->declaration().self_timed) {
        measure_self_timed(to);
    } else {
        measure_timed(to);
    }
    tell("check", 0);
    m_workload->report();
    m_device->synchronise();
}

void launch_work::measure_self_timed(record::launch& to) {
    m_workload->begin();
    m_workload->run();
    m_device->synchronise();
    record::measurement how;
    how.stopped_by = "once";
    to.measurement = std::move(how);
}

void launch_work::measure_timed(record::launch& to) {
    system_clock_source clock;
    measured result =
        measure_launch({*m_device, clock, [this] { m_workload->run(); },
                        [this] { m_workload->begin(); }, !m_workload->reported().synchronises,
                        [this](const char* phase, double fraction) { tell(phase, fraction); }},
                       m_task.policy, m_task.workload);
    to.measurement = std::move(result.how);
    to.metrics = std::move(result.metrics);
    to.warnings = std::move(result.warnings);
}

void launch_work::collect(record::launch& to) const {
    const workload_report& reported = m_workload->reported();
    to.notes.insert(reported.notes.begin(), reported.notes.end());
    to.warnings.insert(to.warnings.end(), reported.warnings.begin(), reported.warnings.end());
    for (const record::metric_declaration& m : m_workload->declaration().metrics) {
        const auto found = reported.metrics.find(m.name);
        if (found != reported.metrics.end()) {
            std::vector<double> samples = found->second;
            const double value = statistics::median(samples);
            if (samples.size() == 1) {
                samples.clear(); // one value is no series
            }
            add_metric({m.name, m.unit, m.better, value, std::move(samples)}, to);
        } else if (const auto rate = derive_rate(m, reported, to)) {
            const record::metric derived{m.name, m.unit, m.better, *rate, {}};
            add_metric(derived, to);
            add_share_of_peak(derived, reported.peak, m_task.device.name, to);
        }
    }
}

void launch_work::tear_down() {
    m_workload.reset();
    m_device.reset();
}

} // namespace dyno
