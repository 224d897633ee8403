// SPDX-License-Identifier: Apache-2.0
#include "command/commands.hpp"
#include "display/text.hpp"
#include "doctor/examination.hpp"
#include "record/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace dyno {
namespace {

using display::style;
using doctor::finding;
using doctor::health;

/// Raised when a key of --json changes its meaning.
constexpr std::int64_t json_schema = 1;

style style_of(health state) {
    switch (state) {
    case health::good:
        return style::good;
    case health::doubtful:
        return style::doubtful;
    case health::wrong:
        return style::bad;
    case health::not_checked:
        break;
    }
    return style::faint;
}

void print(const finding& one, const display::palette& colours) {
    const std::string word = display::pad_right(to_word(one.state), 12);
    const std::string topic = display::pad_right(one.topic, 15);
    fmt::print("{}{}{}\n", colours.paint(word, style_of(one.state)), topic,
               display::printable(one.seen));
    if (!one.mend.empty()) {
        fmt::print("{}mend: {}\n", std::string(27, ' '),
                   colours.paint(display::printable(one.mend), style::strong));
    }
    std::fflush(stdout);
}

std::size_t count(const doctor::findings& all, health state) {
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const finding& one) { return one.state == state; }));
}

std::string to_json(const doctor::findings& all) {
    record::json_writer to;
    to.begin_object().member("schema", json_schema);
    to.member("verdict", to_word(worst_of(all)));
    to.key("findings").begin_array();
    for (const finding& one : all) {
        to.begin_object().member("topic", one.topic).member("state", to_word(one.state));
        to.member("seen", one.seen).key("mend");
        if (one.mend.empty()) {
            to.null();
        } else {
            to.value(one.mend);
        }
        to.end_object();
    }
    to.end_array().end_object();
    return std::move(to).finish();
}

} // namespace

exit_code doctor_command(const doctor_options& options, const display::palette& colours) {
    doctor::examination_options where;
    where.plugin_folders = options.plugin_folders;
    // For tests: another machine's tree, as far as files tell of it.
    if (const char* root = std::getenv("DYNO_DOCTOR_ROOT"); root != nullptr && *root == '/') {
        where.root = root;
    }
    children processes;
    doctor::findings all;
    doctor::examine(processes, where, [&](const finding& one) {
        all.push_back(one);
        if (!options.json) {
            print(one, colours);
        }
    });
    if (options.json) {
        std::fputs(to_json(all).c_str(), stdout);
    } else {
        fmt::print("{} good, {} doubtful, {} wrong, {} not checked\n", count(all, health::good),
                   count(all, health::doubtful), count(all, health::wrong),
                   count(all, health::not_checked));
    }
    if (processes.interrupted()) {
        return exit_code::interrupted;
    }
    const health worst = worst_of(all);
    const bool passes = worst == health::good || (worst == health::doubtful && !options.strict);
    return passes ? exit_code::measured : exit_code::failed;
}

} // namespace dyno
