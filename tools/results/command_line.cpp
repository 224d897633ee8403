// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include "command.hpp"
#include "display/spelling.hpp"
#include "display/terminal.hpp"
#include "display/text.hpp"
#include "environment_rule.hpp"
#include "record/error.hpp"
#include "record/run_file.hpp"
#include "selection.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <iostream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace dyno::results {
namespace {

using add_command = work (*)(CLI::App&);

constexpr std::pair<const char*, add_command> commands[] = {
    {"show", add_show},       {"diff", add_diff},         {"matrix", add_matrix},
    {"history", add_history}, {"selftest", add_selftest}, {"list", add_list},
    {"merge", add_merge},     {"check", add_check},       {"anonymise", add_anonymise},
    {"export", add_export},   {"import", add_import}};

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const auto& [name, add] : commands) {
        names.emplace_back(name);
    }
    return names;
}

/// `results FILE` is short for `results show FILE`; any other first word must be a command.
std::vector<std::string> expand_short_form(std::vector<std::string> words) {
    const std::vector<std::string> names = command_names();
    const auto first = std::find_if(words.begin(), words.end(),
                                    [](const std::string& w) { return !w.starts_with('-'); });
    if (first == words.end() || std::find(names.begin(), names.end(), *first) != names.end()) {
        return words;
    }
    std::error_code ignored;
    if (!std::filesystem::exists(*first, ignored)) {
        throw usage_error("'" + *first + "' is neither a command nor a file" +
                          suggestion(*first, names));
    }
    words.insert(words.begin(), "show");
    return words;
}

void say(const std::string& message) {
    // A message may hold texts from files, and may be several lines.
    std::cerr << "results: " << display::printable_lines(message) << '\n';
}

void finish_output() {
    std::cout.flush();
    if (!std::cout) {
        throw error("cannot write to the standard output");
    }
}

class application {
public:
    application() {
        m_app.footer("`results FILE` is short for `results show FILE`. Exit codes: 0 pass, 1 a "
                     "gated verdict, 2 usage, 3 unreadable or nothing to compare, 4 missing rows "
                     "or a change not allowed, 5 not enough evidence where that is gated.");
        m_app.require_subcommand(1);
        m_app.set_version_flag("--version",
                               std::string("results " DYNO_VERSION ", run files of schema ") +
                                   std::to_string(record::schema_major) + "." +
                                   std::to_string(record::schema_minor));
        for (const auto& [name, add] : commands) {
            m_works.emplace_back(name, add(m_app));
        }
        add_colour(m_app);
        for (CLI::App* command : m_app.get_subcommands([](CLI::App*) { return true; })) {
            add_colour(*command);
        }
    }

    exit_code run(std::vector<std::string> words) {
        words = expand_short_form(std::move(words));
        std::reverse(words.begin(), words.end()); // CLI11 takes the last word first
        m_app.parse(words);
        const auto choice = display::colour_choice_from(m_colour);
        const console to{std::cout, display::palette(display::wants_colour(choice, STDOUT_FILENO)),
                         display::terminal_width(STDOUT_FILENO)};
        for (const auto& [name, do_work] : m_works) {
            if (m_app.got_subcommand(name)) {
                const exit_code code = do_work(to);
                finish_output();
                return code;
            }
        }
        return exit_code::usage;
    }

    /// What CLI11 ends the parsing with: help and version, or an error.
    exit_code end(const CLI::ParseError& reason) {
        if (reason.get_exit_code() == 0) {
            m_app.exit(reason, std::cout, std::cerr);
            finish_output();
            return exit_code::pass;
        }
        say(reason.what());
        return exit_code::usage;
    }

private:
    void add_colour(CLI::App& to) {
        to.add_option("--color", m_colour, "colours: auto, always or never")
            ->check(CLI::IsMember({"auto", "always", "never"}));
    }

    CLI::App m_app{"Shows run files, and says what changed between them and whether it is real.",
                   "results"};
    std::string m_colour = "auto";
    std::vector<std::pair<std::string, work>> m_works;
};

} // namespace

exit_code run_command_line(int count, char** arguments) noexcept {
    try {
        application all;
        try {
            return all.run({arguments + 1, arguments + count});
        } catch (const CLI::ParseError& reason) {
            return all.end(reason);
        }
    } catch (const usage_error& failure) {
        say(failure.what());
        return exit_code::usage;
    } catch (const refused_comparison& failure) {
        say(failure.what());
        return exit_code::not_allowed;
    } catch (const std::bad_alloc&) {
        say("not enough memory");
        return exit_code::unreadable;
    } catch (const std::exception& failure) {
        say(failure.what());
        return exit_code::unreadable;
    }
}

} // namespace dyno::results
