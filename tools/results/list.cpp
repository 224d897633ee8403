// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "display/text.hpp"
#include "grid.hpp"
#include "record/error.hpp"
#include "run_key.hpp"
#include "run_set.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <tuple>

namespace dyno::results {
namespace {

namespace fs = std::filesystem;
using display::style;
using record::status;

/// From harmless to grave.
constexpr status by_gravity[] = {
    status::ok,      status::skipped, status::not_run, status::no_device, status::oom,
    status::invalid, status::timeout, status::failed,  status::crashed,   status::device_lost};

status worst_of(const record::run_file& run) {
    const status* worst = std::begin(by_gravity);
    for (const record::launch& l : run.launches) {
        worst = std::max(worst, std::find(std::begin(by_gravity), std::end(by_gravity), l.status));
    }
    return *worst;
}

std::vector<fs::path> run_paths(const std::string& folder) {
    std::error_code failure;
    std::vector<fs::path> paths;
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        const std::string extension = at->path().extension().string();
        if (extension == ".json" || extension == ".jsonl") {
            paths.push_back(at->path());
        }
    }
    if (failure) {
        throw error(folder + ": cannot be listed: " + failure.message());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::string known_or_empty(const std::string& text) {
    return text == "unknown" ? "" : text;
}

exit_code list(const std::string& folder, const console& to) {
    load_result found = try_load_runs(run_paths(folder), record::samples::leave_out);
    std::stable_sort(found.runs.begin(), found.runs.end(), [](const auto& a, const auto& b) {
        return std::tie(a.file.started, a.path) < std::tie(b.file.started, b.path);
    });
    grid table;
    table.columns = {{"started"},
                     {"scenario"},
                     {"device"},
                     {"driver"},
                     {"CUDA"},
                     {"cases", display::alignment::right},
                     {"launches", display::alignment::right},
                     {"worst"},
                     {"file"}};
    for (const loaded_run& run : found.runs) {
        const record::run_file& f = run.file;
        const status worst = worst_of(f);
        const style as = worst == status::ok                                    ? style::good
                         : worst == status::skipped || worst == status::not_run ? style::doubtful
                                                                                : style::bad;
        const std::string state = f.state == record::run_state::complete
                                      ? ""
                                      : " (" + std::string(to_word(f.state)) + ")";
        table.rows.push_back({f.started,
                              f.scenario_name,
                              f.device.name,
                              known_or_empty(text_of_run_key(f, "driver")),
                              known_or_empty(text_of_run_key(f, "cuda")),
                              std::to_string(f.cases.size()),
                              std::to_string(f.launches.size()),
                              {std::string(to_word(worst)) + state, as},
                              run.path.filename().string()});
    }
    for (const std::string& failure : found.failures) {
        std::cerr << "results: passed over: " << display::printable(failure) << '\n';
    }
    if (found.runs.empty()) {
        throw error(folder + ": no run file is in this folder");
    }
    to.out << table.text(to.colours, to.width);
    return exit_code::pass;
}

} // namespace

work add_list(CLI::App& to) {
    auto folder = std::make_shared<std::string>("results");
    CLI::App* app = to.add_subcommand("list", "one line for each run file in a folder");
    app->add_option("folder", *folder, "the folder (default: results)")->type_name("DIR");
    return [folder](const console& where) { return list(*folder, where); };
}

} // namespace dyno::results
