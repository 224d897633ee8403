// SPDX-License-Identifier: Apache-2.0
#include "doctor/finding.hpp"

#include <gtest/gtest.h>

namespace {

using namespace dyno::doctor;

TEST(finding, the_worst_counts_and_what_was_not_checked_does_not) {
    EXPECT_EQ(worst_of({}), health::good);
    EXPECT_EQ(worst_of({good("a", ""), not_checked("b", "")}), health::good);
    EXPECT_EQ(worst_of({doubtful("a", "", ""), good("b", "")}), health::doubtful);
    EXPECT_EQ(worst_of({wrong("a", "", ""), doubtful("b", "", "")}), health::wrong);
    EXPECT_EQ(worst_of({doubtful("a", "", ""), wrong("b", "", "")}), health::wrong);
}

TEST(finding, states_have_words) {
    EXPECT_EQ(to_word(health::good), "good");
    EXPECT_EQ(to_word(health::doubtful), "doubtful");
    EXPECT_EQ(to_word(health::wrong), "wrong");
    EXPECT_EQ(to_word(health::not_checked), "not checked");
}

} // namespace
