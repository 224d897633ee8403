// SPDX-License-Identifier: Apache-2.0
#include "diff_format.hpp"

#include "escape.hpp"
#include "row_text.hpp"

#include <algorithm>
#include <set>

namespace dyno::results {
namespace {

/// What a row has to say, in one line.
std::string message_of(const row& r, const diff_report& report) {
    const row_text t = text_of(r, report);
    std::string text = t.verdict;
    if (r.judged) {
        text += ": " + t.base + " → " + t.fresh + ", " + t.change + " (" + t.bounds + "), margin " +
                t.margin + ", p " + t.p;
    }
    return text;
}

bool is_left_open(row_word word) {
    return word == row_word::skipped || word == row_word::fresh || word == row_word::incomparable;
}

std::string test_case(const row& r, const diff_report& report, bool is_stopped) {
    const std::string message = markup(message_of(r, report));
    const std::string name = report.label_of(r) + (r.metric.empty() ? "" : " " + r.metric);
    std::string text = "    <testcase name=\"" + markup(name) + "\" classname=\"" +
                       markup(report.cases[r.case_id].workload) + "\" time=\"0\"";
    if (is_stopped && r.word == row_word::failed) {
        text += "><error type=\"failed\" message=\"" + message + "\"/></testcase>\n";
    } else if (is_stopped) {
        text += "><failure type=\"" + std::string(to_word(r.word)) + "\" message=\"" + message +
                "\"/></testcase>\n";
    } else if (is_left_open(r.word)) {
        text += "><skipped message=\"" + message + "\"/></testcase>\n";
    } else {
        text += "><system-out>" + message + "</system-out></testcase>\n";
    }
    return text;
}

} // namespace

std::string diff_junit(const diff_report& report, const gate_result& gate) {
    const std::set<const row*> stopped(gate.stopped.begin(), gate.stopped.end());
    std::string cases;
    std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
    for (const row_group& g : report.groups) {
        for (const row& r : g.rows) {
            const bool is_stopped = stopped.count(&r) != 0;
            if (!is_stopped && !report.shows(r)) {
                continue;
            }
            const bool is_error = is_stopped && r.word == row_word::failed;
            ++tests;
            errors += is_error ? 1 : 0;
            failures += is_stopped && !is_error ? 1 : 0;
            skipped += !is_stopped && is_left_open(r.word) ? 1 : 0;
            cases += test_case(r, report, is_stopped);
        }
    }
    for (const std::string& said : report.not_allowed) {
        ++tests;
        ++failures;
        cases +=
            "    <testcase name=\"" + markup("environment: " + said) +
            "\" classname=\"environment\" time=\"0\"><failure type=\"not allowed\" message=\"" +
            markup(said) + "\"/></testcase>\n";
    }
    const std::string counts = " tests=\"" + std::to_string(tests) + "\" failures=\"" +
                               std::to_string(failures) + "\" errors=\"" + std::to_string(errors) +
                               "\"";
    std::string started = report.fresh.back().started;
    if (started.ends_with('Z')) {
        started.pop_back(); // the format has no time zones
    }
    std::string properties;
    for (const std::string& line : report.environment.part_lines()) {
        properties += "      <property name=\"changed\" value=\"" + markup(line) + "\"/>\n";
    }
    for (const std::string& line : report.environment.attribution()) {
        properties += "      <property name=\"attribution\" value=\"" + markup(line) + "\"/>\n";
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts +
           ">\n  <testsuite name=\"results diff\"" + counts + " skipped=\"" +
           std::to_string(skipped) + "\" time=\"0\" timestamp=\"" + markup(started) +
           "\" hostname=\"localhost\">\n    <properties>\n" + properties + "    </properties>\n" +
           cases + "  </testsuite>\n</testsuites>\n";
}

} // namespace dyno::results
