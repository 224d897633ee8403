// What holds for every comparison of run files, seen over many drawn ones.
// SPDX-License-Identifier: Apache-2.0
#include "diff_report.hpp"

#include "diff_format.hpp"
#include "gate.hpp"
#include "recorded_run.hpp"
#include "statistics/random_source.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace dyno::results;
using dyno::record::direction;
using dyno::record::run_file;
using dyno::statistics::random_source;

namespace {

using dtypes = std::vector<std::string>;

/// A run whose cases have five launches each, scattered by `noise` around 1 s times `change`.
run_file drawn(const std::string& started, const dtypes& cases, double noise, double change,
               random_source& source, double session = 0) {
    run_file f = recorded::run(started);
    const double shift = change + session * source.normal();
    for (const std::string& dtype : cases) {
        std::vector<double> times;
        for (int i = 0; i < 5; ++i) {
            times.push_back(std::exp(shift + noise * source.normal()));
        }
        recorded::add_measured(f, dtype, times);
    }
    return f;
}

diff_report compared(const std::vector<std::filesystem::path>& base,
                     const std::vector<std::filesystem::path>& fresh) {
    diff_request request;
    request.base = base;
    request.fresh = fresh;
    return make_diff_report(request);
}

const row& only_row(const diff_report& report) {
    EXPECT_EQ(report.row_count(), 1u);
    return report.groups.front().rows.front();
}

std::size_t called(const diff_report& report) {
    const auto count = [&](row_word w) {
        const auto found = report.counts.find(w);
        return found == report.counts.end() ? 0 : found->second;
    };
    return count(row_word::worse) + count(row_word::better);
}

} // namespace

TEST(diff_report, an_unmatched_case_leaves_the_geomean_alone) {
    recorded::shelf shelf;
    random_source source(11);
    const run_file base = drawn("2026-01-01T00:00:00Z", {"bf16", "fp32"}, 0.01, 0, source);
    run_file fresh = drawn("2026-01-02T00:00:00Z", {"bf16", "fp32"}, 0.01, 0.1, source);
    const auto b = shelf.put(base);
    const mean_line before = compared({b}, {shelf.put(fresh)}).groups[0].means.at(0);
    recorded::add_measured(fresh, "fp8", recorded::quiet(100));
    const diff_report report = compared({b}, {shelf.put(fresh)});
    const mean_line after = report.groups[0].means.at(0);
    EXPECT_EQ(after.mean.count, 2u);
    EXPECT_EQ(before.mean.ratio, after.mean.ratio);
    EXPECT_EQ(before.mean.bounds, after.mean.bounds);
    EXPECT_EQ(report.counts.at(row_word::fresh), 1u) << "and it is a row";
}

TEST(diff_report, the_order_of_files_changes_not_a_byte) {
    recorded::shelf shelf;
    random_source source(12);
    std::vector<std::filesystem::path> base, fresh;
    for (const char* day : {"01", "02", "03"}) {
        base.push_back(shelf.put(drawn("2026-01-" + std::string(day) + "T00:00:00Z",
                                       {"bf16", "fp32"}, 0.01, 0, source, 0.01)));
        fresh.push_back(shelf.put(drawn("2026-02-" + std::string(day) + "T00:00:00Z",
                                        {"fp32", "bf16"}, 0.01, 0.03, source, 0.01)));
    }
    const auto all_forms = [&] {
        const diff_report report = compared(base, fresh);
        const gate_result gated = apply({}, report);
        return diff_text(report, dyno::display::palette(), 0) + diff_json(report, gated) +
               diff_csv(report) + diff_html(report) + diff_markdown(report) +
               diff_junit(report, gated);
    };
    const std::string once = all_forms();
    for (int i = 0; i < 6; ++i) {
        std::next_permutation(base.begin(), base.end());
        std::prev_permutation(fresh.begin(), fresh.end());
        ASSERT_EQ(once, all_forms());
    }
}

TEST(diff_report, a_file_against_itself_is_the_same_always) {
    random_source source(13);
    for (int seed = 0; seed < 50; ++seed) {
        recorded::shelf shelf;
        const auto file =
            shelf.put(drawn("2026-01-01T00:00:00Z", {"bf16"}, 0.2 * source.uniform(), 0, source));
        const diff_report report = compared({file}, {file});
        ASSERT_TRUE(report.is_same_run);
        ASSERT_EQ(only_row(report).word, row_word::same);
        EXPECT_THAT(report.warnings, testing::Contains("both sides are one file"));
    }
}

TEST(diff_report, new_mirrors_base) {
    random_source source(14);
    int worse = 0;
    for (int seed = 0; seed < 100; ++seed) {
        recorded::shelf shelf;
        const auto a = shelf.put(drawn("2026-01-01T00:00:00Z", {"bf16"}, 0.01, 0, source));
        const auto b = shelf.put(
            drawn("2026-01-02T00:00:00Z", {"bf16"}, 0.01, 0.04 * source.normal(), source));
        const diff_report forth = compared({a}, {b}), back = compared({b}, {a});
        const row &f = only_row(forth), &r = only_row(back);
        ASSERT_NEAR(f.judged->p, r.judged->p, 1e-12);
        ASSERT_NEAR(f.judged->ratio * r.judged->ratio, 1, 1e-12);
        ASSERT_EQ(f.word == row_word::worse, r.word == row_word::better);
        worse += f.word == row_word::worse ? 1 : 0;
    }
    EXPECT_GT(worse, 10) << "the property was seen on rows that matter";
}

TEST(diff_report, clean_runs_raise_no_alarm_and_a_planted_loss_does) {
    random_source source(15);
    std::size_t false_alarms = 0, found = 0;
    constexpr int seeds = 200;
    for (int seed = 0; seed < seeds; ++seed) {
        recorded::shelf shelf;
        const auto base = shelf.put(drawn("2026-01-01T00:00:00Z", {"bf16"}, 0.01, 0, source));
        const auto clean = shelf.put(drawn("2026-01-02T00:00:00Z", {"bf16"}, 0.01, 0, source));
        const auto slow =
            shelf.put(drawn("2026-01-03T00:00:00Z", {"bf16"}, 0.01, std::log(1.05), source));
        false_alarms += called(compared({base}, {clean}));
        found += only_row(compared({base}, {slow})).word == row_word::worse ? 1 : 0;
    }
    EXPECT_LE(false_alarms, seeds * 0.05);
    EXPECT_GE(found, seeds * 0.9) << "95 % at 1 % noise; 0.9 is 3 deviations of 200 draws below";
}

TEST(diff_report, two_files_a_side_know_what_sessions_differ_by) {
    random_source source(16);
    std::size_t alarms = 0, alarms_of_one = 0;
    constexpr int seeds = 200;
    for (int seed = 0; seed < seeds; ++seed) {
        recorded::shelf shelf;
        std::vector<std::filesystem::path> files;
        for (const char* day : {"01", "02", "03", "04"}) {
            files.push_back(shelf.put(drawn("2026-01-" + std::string(day) + "T00:00:00Z", {"bf16"},
                                            0.002, 0, source, 0.01)));
        }
        alarms += called(compared({files[0], files[1]}, {files[2], files[3]}));
        alarms_of_one += called(compared({files[0]}, {files[2]}));
    }
    EXPECT_LE(alarms, seeds * 0.05);
    EXPECT_GT(alarms_of_one, seeds * 0.05) << "why the header warns of one run a side";
}

TEST(diff_report, warns_of_one_run_a_side_and_only_then) {
    recorded::shelf shelf;
    random_source source(17);
    std::vector<std::filesystem::path> files;
    for (const char* day : {"01", "02", "03", "04"}) {
        files.push_back(shelf.put(
            drawn("2026-01-" + std::string(day) + "T00:00:00Z", {"bf16"}, 0.01, 0, source)));
    }
    EXPECT_THAT(compared({files[0]}, {files[1]}).warnings,
                testing::Contains(testing::StartsWith("one run a side")));
    EXPECT_THAT(compared({files[0], files[1]}, {files[2]}).warnings,
                testing::Contains(testing::StartsWith("one run on a side")));
    EXPECT_TRUE(compared({files[0], files[1]}, {files[2], files[3]}).warnings.empty());
}

TEST(diff_report, a_file_given_twice_is_no_second_run) {
    recorded::shelf shelf;
    random_source source(18);
    const auto a = shelf.put(drawn("2026-01-01T00:00:00Z", {"bf16"}, 0.01, 0, source));
    const auto b = shelf.put(drawn("2026-01-02T00:00:00Z", {"bf16"}, 0.01, 0, source));
    const diff_report report = compared({a, a}, {b});
    EXPECT_EQ(report.base.size(), 1u);
    EXPECT_EQ(only_row(report).base->runs, 1u);
}

TEST(diff_report, the_worst_stands_first_and_groups_keep_their_own_means) {
    recorded::shelf shelf;
    run_file base = recorded::run(), fresh = recorded::run("2026-01-02T00:00:00Z");
    for (const auto& [dtype, change] :
         {std::pair("bf16", 1.0), std::pair("fp16", 1.2), std::pair("fp32", 1.1)}) {
        recorded::add_measured(base, dtype, recorded::quiet(1));
        recorded::add_measured(fresh, dtype, recorded::quiet(change));
    }
    diff_request request;
    request.base = {shelf.put(base)};
    request.fresh = {shelf.put(fresh)};
    const diff_report worst_first = make_diff_report(request);
    std::vector<std::string> order;
    for (const row& r : worst_first.groups[0].rows) {
        order.push_back(worst_first.label_of(r));
    }
    EXPECT_EQ(order,
              (std::vector<std::string>{"gemm dtype=fp16", "gemm dtype=fp32", "gemm dtype=bf16"}));
    request.by = "dtype";
    const diff_report grouped = make_diff_report(request);
    ASSERT_EQ(grouped.groups.size(), 3u);
    EXPECT_EQ(grouped.groups[1].name, "dtype=fp16");
    EXPECT_NEAR(grouped.groups[1].means.at(0).mean.ratio, 1.2, 1e-9);
}

TEST(diff_report, disjoint_runs_are_nothing_to_compare) {
    recorded::shelf shelf;
    run_file base = recorded::run(), fresh = recorded::run("2026-01-02T00:00:00Z");
    recorded::add_measured(base, "bf16", recorded::quiet(1));
    recorded::add_measured(base, "fp32", recorded::quiet(1));
    recorded::add_measured(fresh, "fp8", recorded::quiet(1));
    recorded::add_measured(fresh, "int8", recorded::quiet(1));
    const auto b = shelf.put(base), f = shelf.put(fresh);
    EXPECT_THAT(thrown_message([&] { (void)compared({b}, {f}); }),
                testing::HasSubstr("no case in common"));
}
