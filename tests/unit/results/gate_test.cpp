// SPDX-License-Identifier: Apache-2.0
#include "gate.hpp"

#include "refusal.hpp"

#include <gmock/gmock.h>

using namespace dyno::results;

namespace {

row of(row_word word, double p_worse = 0.01) {
    row r;
    r.word = word;
    if (word == row_word::worse || word == row_word::same) {
        r.judged.emplace();
        r.judged->p_worse = p_worse;
    }
    return r;
}

diff_report report_of(std::vector<row> rows) {
    diff_report report;
    report.groups.emplace_back();
    report.groups[0].rows = std::move(rows);
    return report;
}

exit_code code(std::vector<row> rows, const gate& by = {}) {
    return apply(by, report_of(std::move(rows))).code;
}

} // namespace

TEST(gate, stops_what_it_is_told_to_and_nothing_else) {
    EXPECT_EQ(code({of(row_word::same), of(row_word::better)}), exit_code::pass);
    EXPECT_EQ(code({of(row_word::worse)}), exit_code::gated);
    EXPECT_EQ(code({of(row_word::failed)}), exit_code::gated);
    EXPECT_EQ(code({of(row_word::missing)}), exit_code::not_allowed);
    EXPECT_EQ(code({of(row_word::unclear)}), exit_code::pass);
    EXPECT_EQ(code({of(row_word::unclear)}, {{row_word::unclear}, {}}), exit_code::unclear);
    EXPECT_EQ(code({of(row_word::worse)}, {{}, {}}), exit_code::pass) << "--gate none";
}

TEST(gate, what_got_worse_weighs_more_than_what_is_missing) {
    EXPECT_EQ(code({of(row_word::missing), of(row_word::worse)}), exit_code::gated);
    EXPECT_EQ(code({of(row_word::unclear), of(row_word::missing)},
                   {{row_word::unclear, row_word::missing}, {}}),
              exit_code::not_allowed);
}

TEST(gate, a_difference_that_is_not_allowed_stops_by_itself) {
    diff_report report = report_of({of(row_word::same)});
    report.not_allowed = {"driver: 1 → 2"};
    EXPECT_EQ(apply({}, report).code, exit_code::not_allowed);
}

TEST(gate, a_correction_lets_a_lucky_row_pass) {
    std::vector<row> rows(19, of(row_word::same, 1));
    rows.push_back(of(row_word::worse, 0.03));
    EXPECT_EQ(code(rows), exit_code::gated);
    gate holm;
    holm.adjusted = correction::holm;
    EXPECT_EQ(code(rows, holm), exit_code::pass) << "0.03 · 20 is above 0.05";
    rows.back().judged->p_worse = 0.002;
    EXPECT_EQ(code(rows, holm), exit_code::gated);
}

TEST(gate, a_case_that_only_seems_renamed_is_still_missing) {
    row r = of(row_word::incomparable);
    EXPECT_EQ(code({r}), exit_code::pass);
    r.stands_for_missing = true;
    EXPECT_EQ(code({r}), exit_code::not_allowed);
}

TEST(gate, words_are_checked) {
    EXPECT_EQ(parse_words("--gate", {"worse,failed"}),
              (std::vector<row_word>{row_word::worse, row_word::failed}));
    EXPECT_TRUE(parse_words("--gate", {"none"}).empty());
    EXPECT_THAT(refusal([] { (void)parse_words("--gate", {"wrose"}); }),
                testing::HasSubstr("worse"));
}
