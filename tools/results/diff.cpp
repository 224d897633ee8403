// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "diff_format.hpp"
#include "diff_report.hpp"
#include "display/spelling.hpp"
#include "gate.hpp"
#include "output_file.hpp"
#include "record/text_file.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <set>

namespace dyno::results {
namespace {

struct options {
    std::vector<std::string> files, fresh;
    std::vector<std::string> where, metrics, only, require_same, allow_difference, gate, formats;
    std::string margin = "2%", alpha = "0.05", order = "worst", adjusted = "none", by;
    double noise_multiple = 2;
};

const std::vector<std::string> format_names = {"text", "md", "csv", "json", "html", "junit"};

/// "html=report.html": a form and the file it goes to; no file: the standard output.
struct target {
    std::string format, path;
};

std::vector<target> parse_formats(const std::vector<std::string>& texts) {
    std::vector<target> targets;
    std::set<std::string> places;
    for (const std::string& text : texts.empty() ? std::vector<std::string>{"text"} : texts) {
        const std::size_t mark = text.find('=');
        target t{text.substr(0, mark), mark == std::string::npos ? "" : text.substr(mark + 1)};
        if (std::find(format_names.begin(), format_names.end(), t.format) == format_names.end()) {
            throw usage_error("--format: '" + t.format + "' is no format" +
                              suggestion(t.format, format_names) +
                              " (text, md, csv, json, html, junit; html=FILE writes a file)");
        }
        if (!places.insert(t.path).second) {
            throw usage_error("--format: two formats would go to one place; give files "
                              "(html=report.html)");
        }
        targets.push_back(std::move(t));
    }
    return targets;
}

std::vector<std::filesystem::path> to_paths(const std::vector<std::string>& texts) {
    return {texts.begin(), texts.end()};
}

diff_request to_request(const options& from) {
    diff_request to;
    if (from.fresh.empty()) {
        if (from.files.size() != 2) {
            throw usage_error("diff takes two files, or several a side: BASE… --vs NEW…");
        }
        to.base = {from.files[0]};
        to.fresh = {from.files[1]};
    } else {
        if (from.files.empty()) {
            throw usage_error("diff: no file of BASE stands before --vs");
        }
        to.base = to_paths(from.files);
        to.fresh = to_paths(from.fresh);
    }
    to.where = from.where;
    to.metrics = from.metrics;
    to.rules.least_change = parse_fraction("--margin", from.margin);
    to.rules.alpha = parse_fraction("--alpha", from.alpha);
    if (!(to.rules.alpha > 0)) {
        throw usage_error("--alpha: 0 would never call anything");
    }
    to.rules.noise_multiple = from.noise_multiple;
    if (!(from.noise_multiple >= 0) || from.noise_multiple > 1000) {
        throw usage_error("--noise-mult: a number from 0 to 1000 is wanted");
    }
    to.order = from.order == "name"     ? row_order::name
               : from.order == "change" ? row_order::change
               : from.order == "p"      ? row_order::p
                                        : row_order::worst;
    to.only = parse_words("--only", from.only);
    to.by = from.by;
    to.require_same = from.require_same;
    to.allow_difference = from.allow_difference;
    return to;
}

std::string form(const target& t, const diff_report& report, const gate_result& gated,
                 const console& to) {
    if (t.format == "md") {
        return diff_markdown(report);
    }
    if (t.format == "csv") {
        return diff_csv(report);
    }
    if (t.format == "json") {
        return diff_json(report, gated);
    }
    if (t.format == "html") {
        return diff_html(report);
    }
    if (t.format == "junit") {
        return diff_junit(report, gated);
    }
    return t.path.empty() ? diff_text(report, to.colours, to.width)
                          : diff_text(report, display::palette(), 0);
}

exit_code diff(const options& from, const console& to) {
    const std::vector<target> targets = parse_formats(from.formats);
    gate rules;
    if (!from.gate.empty()) {
        rules.words = parse_words("--gate", from.gate);
    }
    rules.adjusted = from.adjusted == "bh"     ? correction::benjamini_hochberg
                     : from.adjusted == "holm" ? correction::holm
                                               : correction::none;
    const diff_request request = to_request(from);
    std::vector<std::filesystem::path> inputs = request.base;
    inputs.insert(inputs.end(), request.fresh.begin(), request.fresh.end());
    for (const target& t : targets) {
        if (!t.path.empty()) {
            check_report_path(t.path, inputs);
        }
    }
    const diff_report report = make_diff_report(request);
    const gate_result gated = apply(rules, report);
    for (const target& t : targets) {
        const std::string text = form(t, report, gated, to);
        if (t.path.empty()) {
            to.out << text;
        } else {
            record::replace_text(t.path, text);
        }
    }
    return gated.code;
}

} // namespace

work add_diff(CLI::App& to) {
    auto from = std::make_shared<options>();
    CLI::App* app = to.add_subcommand("diff", "what changed between two sides, and is it real?");
    app->footer("Two files, or several a side: results diff before*.json --vs after*.json. Two "
                "runs before an upgrade and two after it tell a change by the upgrade from one "
                "between sessions.");
    const auto list = [&](const char* name, std::vector<std::string>& into, const char* about,
                          const char* type) {
        app->add_option(name, into, about)
            ->type_name(type)
            ->expected(1)
            ->take_all()
            ->allow_extra_args(false);
    };
    app->add_option("files", from->files, "BASE and NEW, or all files of BASE")
        ->type_name("FILE")
        ->required();
    app->add_option("--vs", from->fresh, "all files of NEW")
        ->type_name("FILE")
        ->expected(1, 100000);
    list("--where", from->where,
         "only cases with this value (workload, cache, label or a "
         "parameter; may be repeated)",
         "KEY=VALUE");
    list("--metric", from->metrics,
         "judge this metric (may be repeated; 'all': every one; "
         "default: what a user gets)",
         "NAME");
    app->add_option("--by", from->by, "group by this key (metric, workload, a parameter)")
        ->type_name("KEY");
    app->add_option("--margin", from->margin, "a change must clear this much (default 2%)");
    app->add_option("--noise-mult", from->noise_multiple,
                    "and this many times the noise (default 2)");
    app->add_option("--alpha", from->alpha, "error rate of each test (default 0.05)");
    app->add_option("--sort", from->order, "worst (default), name, change or p")
        ->check(CLI::IsMember({"worst", "name", "change", "p"}));
    list("--only", from->only, "show these verdicts and states only (the gate sees all)", "WORD,…");
    list("--require-same", from->require_same,
         "a fact or part of the machine that must not differ, or 'all'; a fact that is unknown "
         "is refused where it is named itself",
         "KEY");
    list("--allow-diff", from->allow_difference,
         "exempt from that; 'gpu' also compares different devices", "KEY");
    list("--gate", from->gate,
         "verdicts and states that fail (default worse,failed,missing; 'none')", "WORD,…");
    app->add_option("--correction", from->adjusted,
                    "adjust the gate for the number of rows: none (default), bh or holm")
        ->check(CLI::IsMember({"none", "bh", "holm"}));
    list("--format", from->formats,
         "text, md, csv, json, html or junit; FORMAT=FILE writes a file, in place of an older "
         "report (may be repeated)",
         "FORMAT[=FILE]");
    return [from](const console& where) { return diff(*from, where); };
}

} // namespace dyno::results
