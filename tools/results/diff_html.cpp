// One page without scripts and without anything from elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include "diff_format.hpp"

#include "escape.hpp"
#include "row_text.hpp"

namespace dyno::results {
namespace {

constexpr const char* head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>What changed</title>\n"
    "<style>\nbody { font: 15px/1.5 system-ui, sans-serif; margin: 2em; color: #222; }\n"
    "table { border-collapse: collapse; margin: 1em 0; }\n"
    "th, td { padding: .2em .7em; text-align: left; border-bottom: 1px solid #ddd; }\n"
    "td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }\n"
    ".worse, .failed, .missing { color: #b00020; font-weight: 600; }\n"
    ".better, .fixed { color: #1b6e2d; }\n"
    ".unclear, .small, .changed, .skipped, .incomparable { color: #8a5a00; }\n"
    "</style>\n</head>\n<body>\n<h1>What changed</h1>\n";

void item(std::string& text, const char* title, const std::string& said) {
    text += "<li><b>" + std::string(title) + "</b> " + markup(said) + "</li>\n";
}

void items(std::string& text, const char* title, const std::vector<std::string>& all) {
    for (const std::string& said : all) {
        item(text, title, said);
    }
}

void rows(std::string& text, const diff_report& report, const row_group& group) {
    if (!group.name.empty()) {
        text += "<h2>" + markup(group.name) + "</h2>\n";
    }
    text += "<table>\n<tr><th>case</th><th>metric</th><th>BASE</th><th>NEW</th><th>change</th>"
            "<th>interval</th><th>margin</th><th>p</th><th>q</th><th>verdict</th></tr>\n";
    for (const row& r : group.rows) {
        if (!report.shows(r)) {
            continue;
        }
        const row_text t = text_of(r, report);
        text += "<tr><td>" + markup(t.name) + "</td><td>" + markup(t.metric) + "</td>";
        for (const std::string* cell :
             {&t.base, &t.fresh, &t.change, &t.bounds, &t.margin, &t.p, &t.q}) {
            text += "<td class=\"number\">" + markup(*cell) + "</td>";
        }
        text += "<td class=\"" + std::string(to_word(r.word)) + "\">" + markup(t.verdict) +
                "</td></tr>\n";
    }
    text += "</table>\n";
}

} // namespace

std::string diff_html(const diff_report& report) {
    std::string text = head;
    text += "<ul>\n";
    for (const auto& [name, side] :
         {std::pair("BASE", &report.base), std::pair("NEW", &report.fresh)}) {
        for (const run_line& run : *side) {
            item(text, name, run.path + "  " + about_text(run));
        }
    }
    items(text, "changed", report.environment.part_lines());
    items(text, "attribution", report.environment.attribution());
    items(text, "refused", report.not_allowed);
    items(text, "warning", report.warnings);
    if (const std::string shift = shift_text(report); !shift.empty()) {
        item(text, "finding", shift);
    }
    text += "</ul>\n";
    for (const row_group& group : report.groups) {
        rows(text, report, group);
    }
    text += "<p>" + markup(count_line(report)) + "</p>\n<ul>\n";
    for (const row_group& group : report.groups) {
        for (const mean_line& m : group.means) {
            item(text, group.name.empty() ? "all" : "group",
                 (group.name.empty() ? "" : group.name + ": ") + mean_text(m));
        }
    }
    item(text, "rules", rules_text(report.rules));
    items(text, "unknown", report.environment.unknown);
    items(text, "note", note_lines(report));
    return text + "</ul>\n</body>\n</html>\n";
}

} // namespace dyno::results
