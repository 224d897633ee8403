// SPDX-License-Identifier: Apache-2.0
#include "summary/run_table.hpp"

#include "sample_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace dyno::summary {
namespace {

using record::direction;
using record::status;
using testing::HasSubstr;
using testing::Not;

const display::palette plain(false);

record::run_file run_of(const std::string& label) {
    record::run_file run;
    run.cases.emplace_back().label = label;
    return run;
}

record::launch& add(record::run_file& run, status outcome, double time_s = 0) {
    record::launch& l = run.launches.emplace_back();
    l.status = outcome;
    if (time_s > 0) {
        l.metrics.push_back({"time", "s", direction::lower, time_s, {}});
    }
    return l;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream from(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(from, line);) {
        lines.push_back(line);
    }
    return lines;
}

TEST(run_table, a_row_says_time_spread_and_launches) {
    record::run_file run = run_of("gemm m=1");
    for (const double time_s : {1.0e-3, 1.1e-3, 1.2e-3, 1.1e-3}) {
        add(run, status::ok, time_s);
    }
    const std::string text = run_table(run, plain, 0);
    EXPECT_THAT(lines_of(text).at(0), HasSubstr("case"));
    EXPECT_THAT(text, HasSubstr("gemm m=1"));
    EXPECT_THAT(text, HasSubstr("4 ok"));
    EXPECT_THAT(text, HasSubstr("ms"));
    EXPECT_THAT(text, HasSubstr("±9"));
    EXPECT_THAT(text, Not(HasSubstr("fewer than 4 launches")));
}

TEST(run_table, few_launches_are_said_to_be_few) {
    record::run_file run = run_of("gemm");
    add(run, status::ok, 1);
    EXPECT_THAT(run_table(run, plain, 0), HasSubstr("fewer than 4 launches"));
}

TEST(run_table, a_case_without_a_good_launch_has_no_figures) {
    record::run_file run = run_of("gemm");
    add(run, status::invalid, 1.25e-3).reason = "the answer is wrong";
    add(run, status::crashed).reason = "signal 11";
    const std::string text = run_table(run, plain, 0);
    EXPECT_THAT(text, HasSubstr("1 crashed, 1 invalid"));
    EXPECT_THAT(text, HasSubstr("invalid: the answer is wrong (1×)"));
    EXPECT_THAT(text, HasSubstr("crashed: signal 11 (1×)"));
    EXPECT_THAT(text, Not(HasSubstr("1.25")));
}

TEST(run_table, more_than_the_peak_is_never_plain_success) {
    record::run_file run = run_of("gemm");
    add(run, status::ok, 1).metrics.push_back({"share_of_peak", "1", direction::higher, 1.14, {}});
    EXPECT_THAT(run_table(run, plain, 0), HasSubstr("114.0 % implausible"));
    run.launches[0].metrics[1].value = 0.9;
    EXPECT_THAT(run_table(run, plain, 0), Not(HasSubstr("implausible")));
}

TEST(run_table, the_share_at_the_clock_has_a_column_where_it_is_known) {
    record::run_file run = run_of("gemm");
    add(run, status::ok, 1).metrics.push_back({"share_of_peak", "1", direction::higher, 0.7, {}});
    EXPECT_THAT(run_table(run, plain, 0), Not(HasSubstr("at clock")));
    run.launches[0].metrics.push_back(
        {"share_of_peak_at_clock", "1", direction::higher, 0.846, {}});
    EXPECT_THAT(run_table(run, plain, 0), HasSubstr("at clock"));
    EXPECT_THAT(run_table(run, plain, 0), HasSubstr("84.6 %"));
    run.launches[0].metrics[2].value = 1.1;
    EXPECT_THAT(run_table(run, plain, 0), HasSubstr("110.0 % implausible"));
}

TEST(run_table, a_host_bound_case_is_told) {
    record::run_file run = run_of("step");
    add(run, status::ok, 1).metrics.push_back({"host_bound", "1", direction::lower, 0.84, {}});
    EXPECT_THAT(run_table(run, plain, 0), HasSubstr("host-bound: 84 %"));
    run.launches[0].metrics[1].value = 0.05;
    EXPECT_THAT(run_table(run, plain, 0), Not(HasSubstr("host-bound")));
}

TEST(run_table, hostile_texts_stay_in_their_line_and_command_no_terminal) {
    const std::string hostile = "evil \x1b[2J\x07 \n\r\t\xff | \"x\" ünï 😀";
    record::run_file run = run_of(hostile);
    add(run, status::failed).reason = hostile;
    add(run, status::ok, 1).warnings = {hostile};
    const std::string text = run_table(run, plain, 0);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\x07'), std::string::npos);
    EXPECT_EQ(text.find('\r'), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
    EXPECT_THAT(text, HasSubstr("ünï 😀"));
    record::run_file tame = run_of("tame");
    add(tame, status::failed).reason = "x";
    add(tame, status::ok, 1).warnings = {"y"};
    EXPECT_EQ(lines_of(text).size(), lines_of(run_table(tame, plain, 0)).size());
}

TEST(run_table, fits_the_width_it_is_given) {
    record::run_file run = run_of(std::string(300, 'x'));
    add(run, status::ok, 1);
    for (const std::string& line : lines_of(run_table(run, plain, 80))) {
        if (line.find("xxx") != std::string::npos) {
            EXPECT_LE(line.size(), 90U) << line; // a few signs are longer than a byte
        }
    }
}

TEST(run_table, of_nothing_is_a_head) {
    EXPECT_THAT(run_table({}, plain, 0), HasSubstr("case"));
    record::run_file run = run_of("gemm");
    EXPECT_THAT(run_table(run, plain, 0), HasSubstr("gemm"));
}

} // namespace
} // namespace dyno::summary
