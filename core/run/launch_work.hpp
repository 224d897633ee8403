// What a worker does with its task, apart from where tasks come from and results go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/launch.hpp"
#include "record/message.hpp"

#include <functional>
#include <memory>

namespace dyno {

class timed_device;
class workload_instance;

/// One launch: keeps plugin, device and workload until they may be torn down.
class launch_work {
public:
    using on_progress = std::function<void(const record::progress&)>;

    launch_work(record::task task, on_progress progress);
    ~launch_work();
    launch_work(const launch_work&) = delete;
    launch_work& operator=(const launch_work&) = delete;

    /// Loads, measures, reports. Throws nothing that has a status: the launch says how it ended.
    [[nodiscard]] record::launch run();

    /// Destroys the workload and the device.
    void tear_down();

private:
    void measure(record::launch& to);
    void open(record::launch& to);
    void measure_self_timed(record::launch& to);
    void measure_timed(record::launch& to);
    void collect(record::launch& to) const;
    void tell(const char* phase, double fraction, const std::string& detail = {}) const;

    record::task m_task;
    on_progress m_progress;
    std::unique_ptr<timed_device> m_device;
    std::unique_ptr<workload_instance> m_workload;
};

} // namespace dyno
