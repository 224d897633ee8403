// SPDX-License-Identifier: Apache-2.0
#include "display/spelling.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

TEST(spelling, distance_counts_edits_and_swaps) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("warmup_s", "wramup_s"), 1U);
    EXPECT_EQ(edit_distance("ca", "abc"), 3U); // optimal string alignment; 2 without its rule
    EXPECT_EQ(edit_distance("abc", "abc"), 0U);
}

TEST(spelling, nearest_is_what_was_meant) {
    const std::vector<std::string> keys = {"launches", "warmup_s", "max_warmup_s", "min_time_s",
                                           "batch"};
    EXPECT_EQ(nearest_word("lanches", keys), "launches");
    EXPECT_EQ(nearest_word("warmup_itres", keys), "warmup_s");
    EXPECT_EQ(nearest_word("warmups", keys), "warmup_s");
    EXPECT_EQ(nearest_word("batchsize", keys), "batch");
    EXPECT_EQ(nearest_word("batc", keys), "batch");
    EXPECT_EQ(nearest_word("colour", keys), std::nullopt);
    EXPECT_EQ(nearest_word("", keys), std::nullopt);
    EXPECT_EQ(nearest_word(std::string(1000, 'b'), keys), std::nullopt);
    EXPECT_EQ(nearest_word("x", {}), std::nullopt);
}

TEST(spelling, first_of_equally_near_ones) {
    EXPECT_EQ(nearest_word("bf15", {"bf16", "bf14"}), "bf16");
    EXPECT_EQ(nearest_word("bf15", {"bf14", "bf16"}), "bf14");
}

TEST(spelling, bug_any_other_letter_was_near_to_a_letter) {
    EXPECT_EQ(nearest_word("q", {"m", "n", "k"}), std::nullopt);
    EXPECT_EQ(nearest_word("mm", {"m", "n", "k"}), "m");
}

TEST(spelling, suggestion_is_words_or_nothing) {
    EXPECT_EQ(suggestion("lanches", {"launches"}), "; did you mean 'launches'?");
    EXPECT_EQ(suggestion("colour", {"launches"}), "");
}

} // namespace
} // namespace dyno
