// SPDX-License-Identifier: Apache-2.0
#include "display/text.hpp"

#include <gtest/gtest.h>

using namespace dyno::display;

TEST(printable, leaves_text_alone) {
    EXPECT_EQ(printable("gemm m=8192 „Ü“ 測定 🚀"), "gemm m=8192 „Ü“ 測定 🚀");
    EXPECT_EQ(printable("C:\\hello \"x\""), "C:\\hello \"x\"");
}

TEST(printable, shows_what_a_terminal_would_act_on) {
    EXPECT_EQ(printable("a\x1b]0;title\x07 b"), "a\\x1b]0;title\\x07 b");
    EXPECT_EQ(printable("one\r\ntwo\tthree"), "one\\r\\ntwo\\tthree");
    EXPECT_EQ(printable("\x7f\xc2\x9b"), "\\x7f\\x9b") << "DEL and the one-character CSI";
    EXPECT_EQ(printable("a\xe2\x80\xae"
                        "b"),
              "a\\u{202e}b")
        << "right-to-left override";
    EXPECT_EQ(printable("a\xe2\x80\x8b"
                        "b"),
              "a\\u{200b}b");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(printable, shows_bytes_that_are_no_utf8) {
    EXPECT_EQ(printable("a\xff"
                        "b\xc3"),
              "a\\xffb\\xc3");
    EXPECT_EQ(printable("\xc0\x80"), "\\xc0\\x80") << "overlong";
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "surrogate";
}

TEST(printable_lines, keeps_lines_and_widens_tabs) {
    EXPECT_EQ(printable_lines("a\tb\r\n\x1b[2J\n"), "a    b\n\\x1b[2J\n");
    EXPECT_EQ(printable_lines("no end"), "no end");
}

TEST(width, counts_columns) {
    EXPECT_EQ(width_of("abc"), 3u);
    EXPECT_EQ(width_of("µs — Ü"), 6u);
    EXPECT_EQ(width_of("測定"), 4u);
    EXPECT_EQ(width_of("e\xcc\x81"), 1u) << "combining acute";
    EXPECT_EQ(width_of("🚀"), 2u);
}

TEST(padding, fills_to_the_width_and_never_cuts) {
    EXPECT_EQ(pad_right("測", 4), "測  ");
    EXPECT_EQ(pad_left("µs", 4), "  µs");
    EXPECT_EQ(pad_left("long", 2), "long");
}

TEST(shorten_words, cuts_each_word_alone) {
    EXPECT_EQ(shorten_words("gemm PATHS=/a:/b m=1", 6), "gemm PATHS… m=1");
    EXPECT_EQ(shorten_words("two  spaces ", 9), "two  spaces ");
    EXPECT_EQ(shorten_words("", 9), "");
}

TEST(shorten, cuts_at_characters) {
    EXPECT_EQ(shorten("abcdef", 6), "abcdef");
    EXPECT_EQ(shorten("abcdefg", 6), "abcde…");
    EXPECT_EQ(shorten("測定測定", 4), "測…") << "a wide character does not fit into one column";
    EXPECT_EQ(shorten("abc", 0), "");
}
