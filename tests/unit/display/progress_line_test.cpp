// SPDX-License-Identifier: Apache-2.0
#include "display/progress_line.hpp"

#include <gtest/gtest.h>

#include <sstream>

using dyno::display::progress_line;

TEST(progress_line, redraws_one_line_on_a_terminal) {
    std::ostringstream out;
    {
        progress_line line(out, true, 20);
        line.update("[1/3] gemm");
        line.update("[1/3] gemm"); // unchanged: not drawn again
        line.print("a result");
    }
    EXPECT_EQ(out.str(), "\r\x1b[K[1/3] gemm"
                         "\r\x1b[Ka result\n"
                         "\r\x1b[K[1/3] gemm"
                         "\r\x1b[K");
}

TEST(progress_line, is_plain_lines_without_a_terminal) {
    std::ostringstream out;
    {
        progress_line line(out, false, 0);
        line.step("[1/3] gemm");
        line.update("warm-up 40 %");
        line.print("a result");
    }
    EXPECT_EQ(out.str(), "[1/3] gemm\na result\n");
}

TEST(progress_line, never_wraps_and_obeys_no_escapes_of_its_text) {
    std::ostringstream out;
    {
        progress_line line(out, true, 10);
        line.step("ab\x1b[2Jcdefghijkl");
    }
    EXPECT_EQ(out.str(), "\r\x1b[Kab\\x1b[2…\r\x1b[K");
}
