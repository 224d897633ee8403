// SPDX-License-Identifier: Apache-2.0
#include "anonymiser.hpp"
#include "command.hpp"
#include "display/text.hpp"
#include "output_file.hpp"
#include "record/reader.hpp"
#include "record/text_file.hpp"
#include "record/text_rewrite.hpp"
#include "usage_error.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>

namespace dyno::results {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 30;

struct options {
    std::vector<std::string> files, hidden;
    std::string output;
};

/// A name that is also a plain word cannot be told from one everywhere; the user can.
void say_left(const std::string& file, const std::map<std::string, std::set<std::string>>& left) {
    for (const auto& [name, places] : left) {
        std::string line = file + ": '" + name + "' still stands in ";
        for (const std::string& place : places) {
            line += (place == *places.begin() ? "" : ", ") + place;
        }
        std::cerr << "results: " << display::printable(line + "; --hide " + name + " takes it out")
                  << '\n';
    }
}

exit_code anonymise(const options& wanted, const console& to) {
    if (wanted.files.size() > 1 && !std::filesystem::is_directory(wanted.output)) {
        throw usage_error("anonymise: several files need --output FOLDER");
    }
    anonymiser names(wanted.hidden);
    std::vector<std::string> texts;
    for (const std::string& path : wanted.files) {
        texts.push_back(record::read_text(path, most_bytes));
        names.learn(record::parse_run_file(texts.back(), path, record::samples::leave_out));
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::map<std::string, std::set<std::string>> left; // places by name
        const std::string clean =
            record::rewrite_texts(texts[i], [&](std::string_view text, const std::string& place) {
                std::string better = names.clean(text, place);
                for (const std::string& name : names.left_in(better, place)) {
                    left[name].insert(place);
                }
                return better;
            });
        (void)record::parse_run_file(clean, wanted.files[i], record::samples::leave_out);
        const std::filesystem::path path = wanted.files[i];
        const bool to_folder = std::filesystem::is_directory(wanted.output);
        write_output(to_folder ? (std::filesystem::path(wanted.output) / path.filename()).string()
                               : wanted.output,
                     clean, to);
        say_left(wanted.files[i], left);
    }
    return exit_code::pass;
}

} // namespace

work add_anonymise(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app = to.add_subcommand(
        "anonymise", "a copy without host name, UUIDs and users' names and folders");
    app->footer(
        "What a comparison needs stays. Where the name of a host or user is also a plain word "
        "and still stands, a line says so; --hide NAME takes it out. Logs and notes are free text: "
        "look at them before "
        "you publish a file.");
    app->add_option("files", wanted->files, "run files")->type_name("FILE")->required();
    app->add_option("-o,--output", wanted->output,
                    "the new file, or a folder for several (default: print)")
        ->type_name("PATH");
    app->add_option("--hide", wanted->hidden, "a further word to take out (may be repeated)")
        ->type_name("WORD")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    return [wanted](const console& where) { return anonymise(*wanted, where); };
}

} // namespace dyno::results
