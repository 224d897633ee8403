// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "display/quantity.hpp"
#include "grid.hpp"
#include "selection.hpp"
#include "selftest_report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace dyno::results {
namespace {

struct options {
    std::vector<std::string> files, metrics;
    std::string margin = "2%", alpha = "0.05";
    double noise_multiple = 2;
    std::size_t splits = 1000;
};

exit_code selftest(const options& wanted, const console& to) {
    statistics::rules rules;
    rules.least_change = parse_fraction("--margin", wanted.margin);
    rules.alpha = parse_fraction("--alpha", wanted.alpha);
    rules.noise_multiple = wanted.noise_multiple;
    std::vector<loaded_run> runs =
        load_runs({wanted.files.begin(), wanted.files.end()}, record::samples::leave_out);
    for (const std::string& said : drop_repeated(runs)) {
        to.out << said << '\n';
    }
    const metric_filter metrics(wanted.metrics);
    const selftest_report report = run_selftest(
        runs, [&](const std::string& name) { return metrics.fits(name); }, wanted.splits, rules);
    if (report.rows.empty()) {
        to.out << fmt::format("no row has the {} launches that a split into two sides needs; give "
                              "several runs, or measure with more launches\n",
                              2 * rules.least_launches);
        return exit_code::unclear;
    }
    grid table;
    table.columns = {{"case", display::alignment::left, true},
                     {"metric"},
                     {"launches", display::alignment::right},
                     {"worse", display::alignment::right},
                     {"better", display::alignment::right}};
    const auto share = [](std::size_t count, std::size_t of) {
        return display::percent(static_cast<double>(count) / static_cast<double>(of));
    };
    for (const selftest_row& r : report.rows) {
        table.rows.push_back({r.label, r.metric, std::to_string(r.launches),
                              share(r.worse, r.splits), share(r.better, r.splits)});
    }
    const selftest_row all = report.total();
    to.out << table.text(to.colours, to.width) << '\n'
           << fmt::format("false alarms over {} splits of {} rows: worse {}, better {}\n",
                          all.splits, report.rows.size(), share(all.worse, all.splits),
                          share(all.better, all.splits));
    if (report.too_small > 0) {
        to.out << fmt::format("{} more rows have too few launches to be split\n", report.too_small);
    }
    return all.alarm_rate() <= rules.alpha ? exit_code::pass : exit_code::gated;
}

} // namespace

work add_selftest(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app =
        to.add_subcommand("selftest", "how often a diff would call a change where there is none");
    app->footer("Splits the launches of each run at random into two sides that differ in nothing. "
                "Exit code 1 if more than alpha of the splits are called worse or better.");
    app->add_option("files", wanted->files, "run files of one state of the machine")
        ->type_name("FILE")
        ->required();
    app->add_option("--metric", wanted->metrics, "only this metric ('all': every one)")
        ->type_name("NAME")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    app->add_option("--splits", wanted->splits, "random splits of each row (default 1000)")
        ->check(CLI::Range(1, 1000000));
    app->add_option("--margin", wanted->margin, "as for diff (default 2%)");
    app->add_option("--noise-mult", wanted->noise_multiple, "as for diff (default 2)");
    app->add_option("--alpha", wanted->alpha, "as for diff (default 0.05)");
    return [wanted](const console& where) { return selftest(*wanted, where); };
}

} // namespace dyno::results
