// SPDX-License-Identifier: Apache-2.0
#include "run/rule_check.hpp"

#include "record/error.hpp"
#include "record/message.hpp"
#include "run/worker.hpp"

#include <map>

namespace dyno {
namespace {

constexpr std::chrono::seconds time_limit{60};

} // namespace

void check_rules(children& processes, const std::vector<planned_case>& cases, problems& found) {
    std::map<std::filesystem::path, std::vector<const planned_case*>> by_plugin;
    for (const planned_case& c : cases) {
        if (!c.plugin_path.empty()) {
            by_plugin[c.plugin_path].push_back(&c);
        }
    }
    for (const auto& [path, of_plugin] : by_plugin) {
        std::string tasks;
        for (const planned_case* c : of_plugin) {
            record::task task;
            task.plugin_path = path.string();
            task.workload = c->recorded.workload;
            task.parameters = c->recorded.parameters;
            task.device.kind = record::device_kind::cpu; // of no meaning here: none is opened
            tasks += record::write_line(task) + "\n";
        }
        std::size_t answered = 0;
        std::string garbled;
        const auto take = [&](std::string_view line) {
            try {
                const auto answer = record::read_worker_event(line);
                if (answered < of_plugin.size() && answer.result) {
                    const planned_case& c = *of_plugin[answered++];
                    if (answer.result->status != record::status::ok &&
                        answer.result->status != record::status::skipped) {
                        found.add(c.at, c.recorded.label + ": " + answer.result->reason);
                    }
                }
            } catch (const error& failure) {
                garbled = failure.what();
            }
        };
        const child_end end = processes.run({{check_argument}, {}, {}, tasks}, time_limit, take);
        if (answered < of_plugin.size() && !end.interrupted) {
            const planned_case& c = *of_plugin[answered];
            found.add(c.at, c.recorded.label + ": checking its parameters ended with " +
                                to_text(end) + (end.timed_out ? " at the time limit of 60 s" : "") +
                                (garbled.empty() ? "" : "; a line could not be read: " + garbled));
        }
    }
}

} // namespace dyno
