// SPDX-License-Identifier: Apache-2.0
#include "unmatched_case.hpp"

#include "recorded_run.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;
using dyno::record::run_file;

namespace {

row whole(std::size_t id, row_word word) {
    row r;
    r.case_id = id;
    r.word = word;
    return r;
}

} // namespace

TEST(unmatched_case, a_pair_that_differs_in_one_word_is_one_row) {
    run_file f = recorded::run();
    recorded::add_case(f, "bf16");
    recorded::add_case(f, "fp16");
    const case_table cases({&f});
    std::vector<row> rows{whole(0, row_word::missing), whole(1, row_word::fresh)};
    pair_unmatched(rows, cases);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].word, row_word::incomparable);
    EXPECT_EQ(rows[0].reason, "dtype: bf16, fp16");
    EXPECT_TRUE(rows[0].stands_for_missing);
}

TEST(unmatched_case, two_possible_partners_are_none) {
    run_file f = recorded::run();
    recorded::add_case(f, "bf16");
    recorded::add_case(f, "fp16");
    recorded::add_case(f, "fp32");
    const case_table cases({&f});
    std::vector<row> rows{whole(0, row_word::missing), whole(1, row_word::fresh),
                          whole(2, row_word::fresh)};
    pair_unmatched(rows, cases);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].word, row_word::missing);
}
