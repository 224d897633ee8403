// SPDX-License-Identifier: Apache-2.0
#include "anonymiser.hpp"
#include "command.hpp"
#include "output_file.hpp"
#include "record/reader.hpp"
#include "record/text_file.hpp"
#include "record/text_rewrite.hpp"
#include "usage_error.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

namespace dyno::results {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 30;

struct options {
    std::vector<std::string> files, hidden;
    std::string output;
};

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
        const std::string clean = record::rewrite_texts(
            texts[i], [&](std::string_view text) { return names.clean(text); });
        (void)record::parse_run_file(clean, wanted.files[i], record::samples::leave_out);
        const std::filesystem::path path = wanted.files[i];
        const bool to_folder = std::filesystem::is_directory(wanted.output);
        write_output(to_folder ? (std::filesystem::path(wanted.output) / path.filename()).string()
                               : wanted.output,
                     clean, to);
    }
    return exit_code::pass;
}

} // namespace

work add_anonymise(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app = to.add_subcommand(
        "anonymise", "a copy without host name, UUIDs and users' names and folders");
    app->footer("What a comparison needs stays. Logs and notes are free text: look at them before "
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
