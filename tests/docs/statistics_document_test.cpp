// The example of docs/statistics.md, compiled as it stands there.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "statistics_example.inc"

TEST(statistics_document, the_example_comes_out_as_its_comments_say) {
    EXPECT_EQ(c.word, verdict::worse);
    EXPECT_NEAR(c.ratio, 1.05, 0.002);
    EXPECT_NEAR(c.margin, 0.02, 1e-12);
}
