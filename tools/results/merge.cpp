// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "merged_run.hpp"
#include "output_file.hpp"
#include "record/writer.hpp"
#include "usage_error.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace dyno::results {
namespace {

struct options {
    std::vector<std::string> files;
    std::string output;
};

exit_code merge(const options& wanted, const console& to) {
    std::vector<loaded_run> runs =
        load_runs({wanted.files.begin(), wanted.files.end()}, record::samples::keep);
    for (const std::string& said : drop_repeated(runs)) {
        throw usage_error("merge: " + said);
    }
    write_output(wanted.output, record::write(merge_runs(runs)), to);
    return exit_code::pass;
}

} // namespace

work add_merge(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app = to.add_subcommand("merge", "several runs of one session as one run file");
    app->footer("For parts of a session that were measured by several calls. For a comparison give "
                "the run files one by one: diff then knows what sessions differ by.");
    app->add_option("files", wanted->files, "run files")
        ->type_name("FILE")
        ->required()
        ->expected(2, 100000);
    app->add_option("-o,--output", wanted->output, "the new run file (default: print it)")
        ->type_name("FILE");
    return [wanted](const console& where) { return merge(*wanted, where); };
}

} // namespace dyno::results
