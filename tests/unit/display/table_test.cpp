// SPDX-License-Identifier: Apache-2.0
#include "display/table.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace dyno::display;

TEST(table, aligns_by_display_width) {
    table t({{"case"}, {"time", alignment::right}});
    t.add_row({"gemm", "1.23 ms"});
    t.add_row({"測定", "45.6 µs"});
    EXPECT_EQ(t.text(), "case     time\n"
                        "gemm  1.23 ms\n"
                        "測定  45.6 µs\n");
}

TEST(table, leaves_out_columns_without_content) {
    table t({{"case"}, {"warnings"}, {"n", alignment::right}});
    t.add_row({"a", "", "1"});
    EXPECT_EQ(t.text(), "case  n\na     1\n");
}

TEST(table, has_no_trailing_spaces) {
    table t({{"case"}, {"note"}});
    t.add_row({"a", "long note"});
    t.add_row({"b"});
    EXPECT_EQ(t.text(), "case  note\na     long note\nb\n");
}

TEST(table, shrinks_what_may_shrink) {
    table t({{"case", alignment::left, true}, {"time", alignment::right}});
    t.add_row({"gemm dtype=bf16 m=8192 n=8192", "1.23 ms"});
    EXPECT_EQ(t.text(palette(), 26), "case                  time\n"
                                     "gemm dtype=bf16…   1.23 ms\n");
    EXPECT_EQ(t.text(palette(), 10), "case             time\n"
                                     "gemm dtype=…  1.23 ms\n")
        << "a table too wide for the terminal stays readable";
}

TEST(table, shows_hostile_text_and_paints_cells) {
    table t({{"case"}});
    t.add_row({cell("a\x1b[31m\nb", style::bad)});
    t.add_rule();
    EXPECT_EQ(t.text(), "case\na\\x1b[31m\\nb\n────────────\n");
    EXPECT_EQ(t.text(palette(true)), "\x1b[1mcase\x1b[0m\n\x1b[31ma\\x1b[31m\\nb\x1b[0m\n"
                                     "────────────\n");
}

TEST(table, refuses_a_row_that_is_too_long) {
    table t({{"case"}});
    EXPECT_THROW(t.add_row({"a", "b"}), std::invalid_argument);
}
