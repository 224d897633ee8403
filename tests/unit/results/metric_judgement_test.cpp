// SPDX-License-Identifier: Apache-2.0
#include "metric_judgement.hpp"

#include "recorded_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace dyno::results;
using dyno::record::direction;

namespace {

metric_evidence measured(const std::vector<double>& values, const std::string& unit = "s",
                         direction better = direction::lower,
                         std::optional<double> clock_mhz = std::nullopt) {
    metric_evidence m;
    m.unit = unit;
    m.better = better;
    std::vector<launch_value>& run = m.runs.emplace_back();
    for (const double v : values) {
        run.push_back({v, clock_mhz});
    }
    return m;
}

row judged(const metric_evidence& base, const metric_evidence& fresh, bool is_same_run = false) {
    row r;
    judge_metric(r, base, fresh, {{}, {}, is_same_run});
    return r;
}

using recorded::quiet;

} // namespace

TEST(metric_judgement, higher_mirrors_lower) {
    EXPECT_EQ(judged(measured(quiet(1)), measured(quiet(1.05))).word, row_word::worse);
    EXPECT_EQ(judged(measured(quiet(1), "img/s", direction::higher),
                     measured(quiet(1.05), "img/s", direction::higher))
                  .word,
              row_word::better);
}

TEST(metric_judgement, units_of_a_family_are_compared_in_their_base_unit) {
    const row r = judged(measured(quiet(0.001)), measured(quiet(1.05), "ms"));
    EXPECT_EQ(r.word, row_word::worse);
    EXPECT_EQ(r.unit, "s");
    EXPECT_DOUBLE_EQ(r.fresh->median, 0.00105);
    EXPECT_EQ(judged(measured(quiet(1)), measured(quiet(1), "B")).reason, "units differ: s, B");
}

TEST(metric_judgement, no_ratio_is_made_of_zero_or_less) {
    EXPECT_EQ(judged(measured({1, 1, 1, 0}), measured(quiet(1))).reason, "zero in BASE");
    EXPECT_EQ(judged(measured(quiet(1)), measured({1, -1, 1, 1})).reason, "negative in NEW");
    const row both = judged(measured({0, 0, 0, 0}), measured({0, 0, 0, 0}));
    EXPECT_EQ(both.reason, "zero on both sides");
    EXPECT_EQ(both.word, row_word::incomparable);
    EXPECT_FALSE(both.judged);
}

TEST(metric_judgement, exact_metrics_are_equal_or_changed) {
    const auto exact = [](std::vector<double> v) {
        return measured(std::move(v), "1", direction::exact);
    };
    EXPECT_EQ(judged(exact({0, 0}), exact({0, 0, 0})).word, row_word::equal);
    EXPECT_EQ(judged(exact({0, 0}), exact({0, 1})).word, row_word::changed);
    EXPECT_FALSE(judged(exact({1}), exact({2})).judged) << "no test of what is counted";
    const row scattered = judged(exact({1.5, 1.6}), exact({1.4, 1.7}));
    EXPECT_EQ(scattered.word, row_word::incomparable);
    EXPECT_EQ(scattered.reason, "differs from launch to launch");
    EXPECT_EQ(judged(exact({0, 1}), exact({1, 0})).word, row_word::equal);
}

TEST(metric_judgement, a_change_that_is_the_clocks_alone_is_no_verdict) {
    // 5 % slower at a clock 5 % lower: as many cycles.
    const row r = judged(measured(quiet(1), "s", direction::lower, 2000),
                         measured(quiet(2000 / 1900.), "s", direction::lower, 1900));
    EXPECT_EQ(r.word, row_word::unclear);
    EXPECT_EQ(r.reason, "clock moved");
    ASSERT_FALSE(r.notes.empty());
    EXPECT_EQ(r.notes[0], "SM clock 2000 → 1900 MHz");
}

TEST(metric_judgement, a_loss_beyond_the_clock_stays_worse) {
    const row r = judged(measured(quiet(1), "s", direction::lower, 2000),
                         measured(quiet(1.2), "s", direction::lower, 1900));
    EXPECT_EQ(r.word, row_word::worse) << "in time and in cycles alike";
}

TEST(metric_judgement, a_faster_clock_does_not_hide_a_loss) {
    // Same time at a clock 5 % higher: 5 % more cycles.
    const row r = judged(measured(quiet(1), "s", direction::lower, 2000),
                         measured(quiet(1), "s", direction::lower, 2100));
    EXPECT_EQ(r.word, row_word::unclear);
    EXPECT_EQ(r.reason, "clock moved");
}

TEST(metric_judgement, rates_are_judged_per_cycle_and_memory_is_not) {
    const row rate = judged(measured(quiet(1), "FLOP/s", direction::higher, 2000),
                            measured(quiet(0.95), "FLOP/s", direction::higher, 1900));
    EXPECT_EQ(rate.reason, "clock moved");
    const row memory = judged(measured(quiet(1), "B", direction::lower, 2000),
                              measured(quiet(1.05), "B", direction::lower, 1900));
    EXPECT_EQ(memory.word, row_word::worse) << "bytes do not come from a clock";
}

TEST(metric_judgement, clocks_within_a_percent_are_the_same) {
    const row r = judged(measured(quiet(1), "s", direction::lower, 2000),
                         measured(quiet(1.05), "s", direction::lower, 1985));
    EXPECT_EQ(r.word, row_word::worse);
    EXPECT_TRUE(r.notes.empty());
}

TEST(metric_judgement, one_measurement_is_the_same_as_itself_however_small) {
    const row r = judged(measured({1, 1.5}), measured({1, 1.5}), true);
    EXPECT_EQ(r.word, row_word::same);
    EXPECT_EQ(r.reason, "");
    EXPECT_EQ(r.judged->ratio, 1);
}

TEST(metric_judgement, other_queries_do_not_compare) {
    metric_evidence base = measured(quiet(1), "B"), fresh = measured(quiet(1), "B");
    base.queries = {"v1"};
    fresh.queries = {"v2"};
    EXPECT_EQ(judged(base, fresh).reason, "asked by other queries: v1, v2");
}
