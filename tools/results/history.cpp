// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "display/quantity.hpp"
#include "display/text.hpp"
#include "escape.hpp"
#include "grid.hpp"
#include "history_report.hpp"
#include "row_text.hpp"
#include "selection.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace dyno::results {
namespace {

struct options {
    std::vector<std::string> files, where, metrics;
    std::string margin = "2%", alpha = "0.05", format = "text";
    double noise_multiple = 2;
};

std::string change_line(const history_change& c) {
    std::string text = c.started + " " + change_text(c.ratio) + " " + std::string(to_word(c.word));
    text += c.reason.empty() ? "" : " (" + c.reason + ")";
    return text + (c.cause.empty() ? ", no known change" : ", after " + c.cause);
}

display::style style_of(row_word word) {
    switch (word) {
    case row_word::worse:
        return display::style::bad;
    case row_word::better:
        return display::style::good;
    case row_word::unclear:
    case row_word::small:
        return display::style::doubtful;
    default:
        return display::style::plain;
    }
}

grid table_of(const history_report& report) {
    grid table;
    table.columns = {{"case", display::alignment::left, true},
                     {"metric"},
                     {"device"},
                     {"runs", display::alignment::right},
                     {"newest", display::alignment::right},
                     {"change", display::alignment::right},
                     {"expected", display::alignment::right},
                     {"verdict"},
                     {"changes", display::alignment::right}};
    for (const history_series& s : report.series) {
        std::string expected;
        if (s.expected) {
            expected = display::quantity(s.expected->low, s.unit) + " … " +
                       display::quantity(s.expected->high, s.unit);
        }
        const std::string verdict =
            std::string(to_word(s.word)) + (s.reason.empty() ? "" : " (" + s.reason + ")");
        table.rows.push_back({s.label,
                              s.metric,
                              s.device,
                              std::to_string(s.runs),
                              display::quantity(s.newest, s.unit),
                              s.change ? change_text(*s.change) : "",
                              expected,
                              {verdict, style_of(s.word)},
                              std::to_string(s.changes.size())});
    }
    return table;
}

grid changes_of(const history_report& report) {
    grid changes;
    changes.columns = {{"case"}, {"metric"}, {"first run after it"}, {"change"}, {"verdict"},
                       {"p"},    {"cause"}};
    for (const history_series& s : report.series) {
        for (const history_change& c : s.changes) {
            changes.rows.push_back({s.label, s.metric, c.started, change_text(c.ratio),
                                    std::string(to_word(c.word)), p_text(c.p),
                                    c.cause.empty() ? "no known change" : c.cause});
        }
    }
    return changes;
}

/// Two tables, one after the other: the series, then their changes.
std::string csv_of(const history_report& report) {
    std::string series = "case,metric,unit,better,device,runs,newest,ratio,expected_low,"
                         "expected_high,verdict,reason\r\n";
    std::string changes = "case,metric,device,first_run_after,ratio,p,verdict,reason,cause\r\n";
    for (const history_series& s : report.series) {
        const std::string name = csv_text(s.label) + "," + csv_text(s.metric) + ",";
        const auto bound = [&](double statistics::interval::*end) {
            return s.expected ? csv_number((*s.expected).*end) : std::string();
        };
        series += name + csv_text(s.unit) + "," + std::string(to_word(s.better)) + "," +
                  csv_text(s.device) + "," + std::to_string(s.runs) + "," + csv_number(s.newest) +
                  "," + csv_number(s.change) + "," + bound(&statistics::interval::low) + "," +
                  bound(&statistics::interval::high) + "," + std::string(to_word(s.word)) + "," +
                  csv_text(s.reason) + "\r\n";
        for (const history_change& c : s.changes) {
            changes += name + csv_text(s.device) + "," + csv_text(c.started) + "," +
                       csv_number(c.ratio) + "," + csv_number(c.p) + "," +
                       std::string(to_word(c.word)) + "," + csv_text(c.reason) + "," +
                       csv_text(c.cause) + "\r\n";
        }
    }
    return series + "\r\n" + changes;
}

exit_code history(const options& from, const console& to) {
    history_request request;
    request.files = {from.files.begin(), from.files.end()};
    request.where = from.where;
    request.metrics = from.metrics;
    request.rules.least_change = parse_fraction("--margin", from.margin);
    request.rules.alpha = parse_fraction("--alpha", from.alpha);
    request.rules.noise_multiple = from.noise_multiple;
    const history_report report = make_history_report(request);
    const grid table = table_of(report);
    exit_code code = exit_code::pass;
    for (const history_series& s : report.series) {
        code = s.word == row_word::worse ? exit_code::gated : code;
    }
    if (from.format == "csv") {
        to.out << csv_of(report);
        return code;
    }
    if (from.format == "md") {
        to.out << table.markdown() << '\n' << changes_of(report).markdown();
        return code;
    }
    to.out << fmt::format("{} runs\n\n", report.runs);
    for (const boundary& b : report.boundaries) {
        for (const std::string& line : b.changes) {
            to.out << display::printable(b.started + "  " + b.device + "  " + line) << '\n';
        }
    }
    to.out << (report.boundaries.empty() ? "" : "\n") << table.text(to.colours, to.width);
    for (const history_series& s : report.series) {
        for (const history_change& c : s.changes) {
            if (c.word == row_word::worse || c.word == row_word::better) {
                to.out << display::printable(s.label + " " + s.metric + ": " + change_line(c))
                       << '\n';
            }
        }
    }
    for (const std::string& line : report.warnings) {
        to.out << "warning: " << display::printable(line) << '\n';
    }
    return code;
}

} // namespace

work add_history(CLI::App& to) {
    auto from = std::make_shared<options>();
    CLI::App* app = to.add_subcommand(
        "history", "many runs over time: what changed when, and does the newest run fit?");
    app->footer("Exit code 1 if the newest run is worse than its segment of the history.");
    const auto list = [&](const char* name, std::vector<std::string>& into, const char* about,
                          const char* type) {
        app->add_option(name, into, about)
            ->type_name(type)
            ->expected(1)
            ->take_all()
            ->allow_extra_args(false);
    };
    app->add_option("files", from->files, "run files, in any order")->type_name("FILE")->required();
    list("--where", from->where, "only cases with this value (may be repeated)", "KEY=VALUE");
    list("--metric", from->metrics, "this metric (may be repeated; 'all': every one)", "NAME");
    app->add_option("--margin", from->margin, "a change must clear this much (default 2%)");
    app->add_option("--noise-mult", from->noise_multiple,
                    "and this many times the noise (default 2)");
    app->add_option("--alpha", from->alpha, "error rate of each test (default 0.05)");
    app->add_option("--format", from->format, "text (default), md or csv")
        ->check(CLI::IsMember({"text", "md", "csv"}));
    return [from](const console& where) { return history(*from, where); };
}

} // namespace dyno::results
