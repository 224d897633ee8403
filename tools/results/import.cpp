// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "imported_run.hpp"
#include "output_file.hpp"
#include "record/text_file.hpp"
#include "record/writer.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace dyno::results {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30;

struct options {
    std::vector<std::string> files;
    std::string tool, output;
    std::int64_t device = -1;
};

exit_code import_files(const options& wanted, const console& to) {
    std::vector<foreign_file> files;
    for (const std::string& path : wanted.files) {
        files.push_back({path, record::read_text(path, most_bytes)});
    }
    const auto device = wanted.device < 0 ? std::nullopt : std::optional(wanted.device);
    const record::run_file run =
        wanted.tool == "nvbench" ? import_nvbench(files, device) : import_google_benchmark(files);
    write_output(wanted.output, record::write(run), to);
    return exit_code::pass;
}

} // namespace

work add_import(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app = to.add_subcommand("import", "results of another tool as a run file");
    app->footer("Several files of one side become launches of one run: run the other tool at least "
                "four times.");
    app->add_option("files", wanted->files, "the other tool's JSON files")
        ->type_name("FILE")
        ->required();
    app->add_option("--from", wanted->tool, "google-benchmark or nvbench")
        ->required()
        ->check(CLI::IsMember({"google-benchmark", "nvbench"}));
    app->add_option("--device", wanted->device, "whose states to take (NVBench's device id)")
        ->type_name("ID")
        ->check(CLI::NonNegativeNumber);
    app->add_option("-o,--output", wanted->output, "the new run file (default: print)")
        ->type_name("FILE");
    return [wanted](const console& where) { return import_files(*wanted, where); };
}

} // namespace dyno::results
