// SPDX-License-Identifier: Apache-2.0
#include "run/worker.hpp"

#include "plugin/loaded_plugin.hpp"
#include "plugin/workload_instance.hpp"
#include "process/channel.hpp"
#include "record/error.hpp"
#include "record/message.hpp"
#include "run/launch_work.hpp"

#include <cstdio>
#include <cstdlib>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace dyno {
namespace {

/// Ends this process when the supervisor is gone, so that nothing measures beside a resumed run.
/// The kernel's own signal for that (PR_SET_PDEATHSIG) does not reach a program that changed its
/// user or was started through another one.
void end_with_parent(int descriptor) {
    std::thread([descriptor] {
        pollfd watched{descriptor, POLLRDHUP, 0};
        // POLLNVAL: a plugin has closed the channel, so that nothing can be told any more.
        while (::poll(&watched, 1, -1) <= 0 ||
               (watched.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) == 0) {
        }
        ::_exit(1);
    }).detach();
}

record::launch check(const record::task& task) {
    record::launch outcome;
    outcome.status = record::status::ok;
    try {
        const dyno_entry& entry = load_plugin(task.plugin_path);
        const dyno_workload* workload = find_workload(entry, task.workload);
        if (workload == nullptr) {
            throw error("the plugin does not offer the workload '" + task.workload + "'");
        }
        for (record::workload_declaration& one : declaration_of(entry).workloads) {
            if (one.id == task.workload) {
                workload_instance(*workload, std::move(one), task.parameters).check();
            }
        }
    } catch (const workload_failure& failure) {
        outcome.status = failure.outcome();
        outcome.reason = failure.what();
    } catch (const std::exception& failure) {
        outcome.status = record::status::failed;
        outcome.reason = failure.what();
    }
    return outcome;
}

} // namespace

void worker_main() {
    channel& parent = channel_to_parent();
    const record::task task = record::read_task(parent.receive());
    end_with_parent(parent.descriptor());
    launch_work work(task, [&](const record::progress& p) {
        parent.send(record::write_line(record::worker_event{p, {}}));
    });
    parent.send(record::write_line(record::worker_event{{}, work.run()}));
    work.tear_down();
    std::fflush(nullptr);
    std::quick_exit(0);
}

void check_main() {
    channel& parent = channel_to_parent();
    for (std::string line = parent.receive(); !line.empty(); line = parent.receive()) {
        parent.send(record::write_line(record::worker_event{{}, check(record::read_task(line))}));
    }
    std::fflush(nullptr);
    std::quick_exit(0);
}

} // namespace dyno
