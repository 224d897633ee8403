// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "export_format.hpp"
#include "output_file.hpp"
#include "record/reader.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace dyno::results {
namespace {

struct options {
    std::string file, form, output;
};

constexpr std::pair<const char*, std::string (*)(const record::run_file&)> forms[] = {
    {"google-benchmark", export_google_benchmark},
    {"github-action", export_github_action},
    {"bencher", export_bencher},
    {"csv", export_csv},
    {"openmetrics", export_openmetrics}};

std::vector<std::string> form_names() {
    std::vector<std::string> names;
    for (const auto& [name, form] : forms) {
        names.emplace_back(name);
    }
    return names;
}

exit_code export_run(const options& wanted, const console& to) {
    const record::run_file run = record::read_run_file(wanted.file);
    for (const auto& [name, form] : forms) {
        if (wanted.form == name) {
            write_output(wanted.output, form(run), to);
        }
    }
    return exit_code::pass;
}

} // namespace

work add_export(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app = to.add_subcommand("export", "a run in the form of another tool");
    app->add_option("file", wanted->file, "a run file")->type_name("FILE")->required();
    app->add_option("--to", wanted->form,
                    "google-benchmark, github-action (googlecpp), bencher, csv or openmetrics")
        ->required()
        ->check(CLI::IsMember(form_names()));
    app->add_option("-o,--output", wanted->output, "the new file (default: print)")
        ->type_name("FILE");
    return [wanted](const console& where) { return export_run(*wanted, where); };
}

} // namespace dyno::results
