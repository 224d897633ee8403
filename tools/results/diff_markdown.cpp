// SPDX-License-Identifier: Apache-2.0
#include "diff_format.hpp"

#include "escape.hpp"
#include "row_text.hpp"

namespace dyno::results {
namespace {

void list(std::string& text, const char* title, const std::vector<std::string>& lines) {
    for (const std::string& one : lines) {
        text += "- " + std::string(title) + ": " + markdown(one) + "\n";
    }
}

void rows(std::string& text, const diff_report& report, const row_group& group) {
    if (!group.name.empty()) {
        text += "\n### " + markdown(group.name) + "\n";
    }
    text += "\n| case | metric | BASE | NEW | change | interval | margin | p | verdict |\n"
            "|---|---|--:|--:|--:|--:|--:|--:|---|\n";
    for (const row& r : group.rows) {
        if (!report.shows(r)) {
            continue;
        }
        const row_text t = text_of(r, report);
        const bool is_bad =
            r.word == row_word::worse || r.word == row_word::failed || r.word == row_word::missing;
        const std::string verdict = markdown(t.verdict);
        for (const std::string* cell :
             {&t.name, &t.metric, &t.base, &t.fresh, &t.change, &t.bounds, &t.margin, &t.p}) {
            text += "| " + markdown(*cell) + " ";
        }
        text += "| " + (is_bad ? "**" + verdict + "**" : verdict) + " |\n";
    }
}

} // namespace

std::string diff_markdown(const diff_report& report) {
    std::string text = "## What changed\n\n";
    for (const auto& [name, side] :
         {std::pair("BASE", &report.base), std::pair("NEW", &report.fresh)}) {
        for (const run_line& run : *side) {
            text += "- " + std::string(name) + ": " + markdown(run.path + "  " + about_text(run)) +
                    "\n";
        }
    }
    list(text, "changed", report.environment.part_lines());
    list(text, "attribution", report.environment.attribution());
    list(text, "refused", report.not_allowed);
    list(text, "warning", report.warnings);
    if (const std::string shift = shift_text(report); !shift.empty()) {
        list(text, "finding", {shift});
    }
    for (const row_group& group : report.groups) {
        rows(text, report, group);
    }
    text += "\n" + markdown(count_line(report)) + "\n\n";
    for (const row_group& group : report.groups) {
        for (const mean_line& m : group.means) {
            text += "- " + markdown((group.name.empty() ? "" : group.name + ": ") + mean_text(m)) +
                    "\n";
        }
    }
    text += "- " + markdown(rules_text(report.rules)) + "\n";
    list(text, "unknown", report.environment.unknown);
    list(text, "note", note_lines(report));
    return text;
}

} // namespace dyno::results
