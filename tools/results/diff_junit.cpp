// SPDX-License-Identifier: Apache-2.0
#include "diff_format.hpp"

#include "escape.hpp"
#include "row_text.hpp"

#include <algorithm>
#include <set>
#include <string_view>

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

/// The format has no time zones; a run that does not say when it started gets a fixed time.
std::string timestamp(const std::string& started) {
    constexpr std::string_view shape = "0000-00-00T00:00:00";
    const std::string time = started.substr(0, shape.size());
    const bool fits = time.size() == shape.size() &&
                      std::equal(shape.begin(), shape.end(), time.begin(), [](char s, char c) {
                          return s == '0' ? c >= '0' && c <= '9' : s == c;
                      });
    return fits ? time : "1970-01-01T00:00:00";
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
        text += "/>\n";
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
                               "\" skipped=\"" + std::to_string(skipped) + "\"";
    std::string properties;
    for (const std::string& line : report.environment.part_lines()) {
        properties += "      <property name=\"changed\" value=\"" + markup(line) + "\"/>\n";
    }
    for (const std::string& line : report.environment.attribution()) {
        properties += "      <property name=\"attribution\" value=\"" + markup(line) + "\"/>\n";
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite "
           "name=\"diff\" package=\"results\" id=\"0\" hostname=\"localhost\" time=\"0\" "
           "timestamp=\"" +
           timestamp(report.fresh.back().started) + "\"" + counts + ">\n    <properties>\n" +
           properties + "    </properties>\n" + cases + "    <system-out>" +
           markup(count_line(report)) + "</system-out>\n    <system-err/>\n  </testsuite>\n" +
           "</testsuites>\n";
}

} // namespace dyno::results
