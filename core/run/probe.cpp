// SPDX-License-Identifier: Apache-2.0
#include "run/probe.hpp"

#include "device/find_devices.hpp"
#include "device/processor.hpp"
#include "process/channel.hpp"
#include "record/error.hpp"
#include "record/message.hpp"

#include <optional>

namespace dyno {
namespace {

/// A cold driver without persistence mode takes some seconds a card to wake up.
constexpr std::chrono::seconds time_limit{60};

} // namespace

record::device_list ask_probe(children& processes) {
    std::optional<record::device_list> answer;
    const child_end end =
        processes.run({{probe_argument}, {}, {}, ""}, time_limit,
                      [&](std::string_view line) { answer = record::read_device_list(line); });
    if (answer) {
        return *answer;
    }
    record::device_list alone;
    alone.devices.push_back(read_processor());
    alone.reason = end.timed_out ? "the NVIDIA driver did not answer within 60 s"
                                 : "asking the NVIDIA driver ended with " + to_text(end);
    return alone;
}

int probe_child() {
    channel_to_parent().send(record::write_line(find_devices()));
    return 0;
}

} // namespace dyno
