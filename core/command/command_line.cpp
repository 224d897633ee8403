// SPDX-License-Identifier: Apache-2.0
#include "command/command_line.hpp"

#include "command/commands.hpp"
#include "display/spelling.hpp"
#include "display/terminal.hpp"
#include "record/error.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <unistd.h>

namespace dyno {
namespace {

const std::vector<std::string> command_names = {"run",     "check",    "list",
                                                "plugins", "describe", "doctor"};

/// What the options of all commands are read into.
struct given {
    run_options options;
    std::string scenario, resume, workload, colour = "auto";
    std::vector<std::string> folders;
    bool version = false, json = false, strict = false;
};

void add_plugins(CLI::App& to, given& into) {
    to.add_option("--plugins", into.folders,
                  "look for plugins in this folder first (may be repeated)")
        ->type_name("DIR")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

void add_settings(CLI::App& to, given& into) {
    to.add_option("--set", into.options.settings,
                  "set a key of the scenario: measure.launches=2, case.ID.params.m=64 "
                  "(may be repeated)")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

void add_run_options(CLI::App& to, given& into) {
    add_plugins(to, into);
    add_settings(to, into);
    to.add_option("--output", into.options.output,
                  "where the run file goes: a file, or a folder "
                  "(default: results/<time>_<scenario>_<device>.json)")
        ->type_name("PATH");
    to.add_flag("--quiet", into.options.quiet, "print warnings and the run file's path only");
    to.add_flag("!--no-telemetry", into.options.telemetry,
                "do not sample the GPU's clocks, power and processes during launches");
    to.add_flag("--dry-run", into.options.dry_run,
                "print the cases, the launches and an estimate of the time, and measure nothing");
}

void add_scenario(CLI::App& to, given& into, bool required) {
    auto* option = to.add_option("scenario", into.scenario,
                                 "a scenario file, or the name of one that `runner list` shows");
    option->type_name("FILE")->required(required);
}

/// `runner FILE …` becomes `runner run FILE …`; so does `runner --set k=v FILE`.
std::vector<std::string> expand_short_form(int count, char** arguments) {
    std::vector<std::string> words(arguments + 1, arguments + count);
    const auto is_common = [](const std::string& word) {
        return word == "--help" || word == "-h" || word == "--version" ||
               word.starts_with("--color");
    };
    std::size_t first = 0; // that is no option of every command
    while (first < words.size() && is_common(words[first])) {
        first += words[first] == "--color" ? 2 : 1;
    }
    const bool is_command =
        first < words.size() &&
        std::find(command_names.begin(), command_names.end(), words[first]) != command_names.end();
    if (first < words.size() && !is_command) {
        words.insert(words.begin(), "run");
    }
    return words;
}

/// An unknown first word that is neither a file nor a scenario's name may be a misspelt command.
void check_first_word(const std::string& word) {
    std::error_code ignored;
    if (word.empty() || std::filesystem::exists(word, ignored) ||
        word.find_first_of("/.") != std::string::npos) {
        return;
    }
    for (const auto& [name, path] : known_scenarios()) {
        if (name == word) {
            return;
        }
    }
    if (const auto command = nearest_word(word, command_names)) {
        throw error("'" + word + "' is neither a scenario nor a command; did you mean 'runner " +
                    *command + "'?");
    }
}

/// A run that goes on is the one that its file describes, at its place.
void check_resume(const given& from) {
    if (!from.scenario.empty()) {
        throw error("--resume goes on with the scenario of the run file; leave '" + from.scenario +
                    "' out");
    }
    if (!from.options.settings.empty()) {
        throw error("--resume goes on with the scenario of the run file; leave --set " +
                    from.options.settings.front() + " out");
    }
    if (!from.options.output.empty()) {
        throw error("--resume writes the run file that it goes on with; leave --output out");
    }
    if (from.options.dry_run) {
        throw error("--resume measures what is left of a run; leave --dry-run out");
    }
}

exit_code dispatch(CLI::App& app, given& from) {
    from.options.plugin_folders.assign(from.folders.begin(), from.folders.end());
    const display::palette colours(
        display::wants_colour(display::colour_choice_from(from.colour), STDOUT_FILENO));
    if (app.got_subcommand("list")) {
        return list_command();
    }
    if (app.got_subcommand("plugins")) {
        return plugins_command(from.options.plugin_folders, colours);
    }
    if (app.got_subcommand("describe")) {
        return describe_command(from.workload, from.options.plugin_folders, colours);
    }
    if (app.got_subcommand("doctor")) {
        return doctor_command({from.options.plugin_folders, from.json, from.strict}, colours);
    }
    if (!from.resume.empty()) {
        check_resume(from);
        return resume_command(from.options, from.resume, colours);
    }
    if (from.scenario.empty()) {
        throw error("no scenario: name one that `runner list` shows, or a file");
    }
    check_first_word(from.scenario);
    from.options.scenario = find_scenario(from.scenario);
    return app.got_subcommand("check") ? check_command(from.options)
                                       : run_command(from.options, colours);
}

} // namespace

exit_code run_command_line(int count, char** arguments) {
    given from;
    CLI::App app{"GpuDyno's runner: measures what a scenario describes and writes a run file.",
                 "runner"};
    app.footer("`runner FILE` is short for `runner run FILE`. Run files are read and compared by "
               "`results`.");
    app.add_flag("--version", from.version, "print versions of program, plugin ABI and run file");
    app.require_subcommand(0, 1);
    const auto add_colour = [&](CLI::App& to) {
        to.add_option("--color", from.colour, "colours: auto, always or never")
            ->check(CLI::IsMember({"auto", "always", "never"}));
    };
    add_colour(app);

    auto* run = app.add_subcommand("run", "measure a scenario");
    add_scenario(*run, from, false);
    add_run_options(*run, from);
    run->add_option("--resume", from.resume,
                    "go on with an interrupted run (--resume=FILE, the run file or its journal)")
        ->type_name("FILE")
        ->expected(1);
    auto* check = app.add_subcommand("check", "check a scenario without measuring");
    add_scenario(*check, from, true);
    add_plugins(*check, from);
    add_settings(*check, from);
    app.add_subcommand("list", "list the scenarios that came with the program");
    auto* plugins = app.add_subcommand("plugins", "list plugins, and why one is not usable");
    add_plugins(*plugins, from);
    auto* describe =
        app.add_subcommand("describe", "print a workload's parameters, defaults and metrics");
    describe->add_option("workload", from.workload, "id of the workload")->required();
    add_plugins(*describe, from);
    auto* doctor = app.add_subcommand("doctor", "look whether this machine is set up right");
    add_plugins(*doctor, from);
    doctor->add_flag("--json", from.json, "print the findings as JSON");
    doctor->add_flag("--strict", from.strict, "exit with 1 also if something is doubtful");
    for (CLI::App* command : app.get_subcommands({})) {
        add_colour(*command);
    }

    std::vector<std::string> words = expand_short_form(count, arguments);
    try {
        if (words.empty()) {
            std::fputs(app.help().c_str(), stdout);
            return exit_code::usage;
        }
        std::reverse(words.begin(), words.end()); // as CLI11 takes them
        app.parse(std::move(words));
    } catch (const CLI::ParseError& failure) {
        const bool asked_for_help = app.exit(failure) == 0;
        return asked_for_help ? exit_code::measured : exit_code::usage;
    }
    if (from.version) {
        print_version();
        return exit_code::measured;
    }
    return dispatch(app, from);
}

} // namespace dyno
