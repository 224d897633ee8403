// SPDX-License-Identifier: Apache-2.0
#include "doctor/loaded_library.hpp"

#include "environment/loaded_libraries.hpp"
#include "plugin/library.hpp"
#include "process/channel.hpp"
#include "record/error.hpp"
#include "record/message.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace dyno::doctor {
namespace {

/// From a cold disk over a network.
constexpr std::chrono::seconds time_limit{20};

} // namespace

load_outcome load_in_child(children& processes, const std::string& name) {
    const std::string front = std::filesystem::path(name).filename().string();
    const std::string stem = front.substr(0, front.find(".so")) + ".so";
    load_outcome outcome;
    std::string garbled;
    const auto take = [&](std::string_view line) {
        try {
            const record::worker_event event = record::read_worker_event(line);
            if (!event.result) {
                garbled = "it is no answer";
                return;
            }
            for (const record::library& one : event.result->libraries) {
                if (one.name.starts_with(stem)) {
                    outcome.library = one;
                }
            }
        } catch (const error& failure) {
            garbled = failure.what();
        }
    };
    child_end end;
    try {
        end = processes.run({{load_argument, name}, {}, {}, ""}, time_limit, take);
    } catch (const start_failure& failure) {
        outcome.trouble = failure.what();
        return outcome;
    }
    if (end.timed_out) {
        outcome.trouble = "loading it did not end within 20 s";
    } else if (!outcome.library && !garbled.empty()) {
        outcome.trouble = "a line from the child that loaded it could not be read: " + garbled;
    } else if (!outcome.library) {
        const std::string words = end.log.substr(0, end.log.find('\n'));
        outcome.trouble = words.empty() ? "loading it ended with " + to_text(end) : words;
    }
    return outcome;
}

int load_main(const std::string& name) {
    try {
        channel& parent = channel_to_parent(); // out of the library's reach
        const library opened = std::filesystem::path(name).is_absolute()
                                   ? library::open(name)
                                   : library::open_from_system(name);
        record::launch carrier;
        carrier.status = record::status::ok;
        carrier.libraries = loaded_libraries();
        parent.send(record::write_line(record::worker_event{{}, carrier}));
        std::fflush(nullptr);
        std::quick_exit(0); // the library may not survive an orderly end
    } catch (const error& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}

} // namespace dyno::doctor
