// SPDX-License-Identifier: Apache-2.0
#include "escape.hpp"

#include <gtest/gtest.h>

#include <limits>

using namespace dyno::results;

TEST(markup, leaves_no_markup_and_nothing_that_xml_cannot_hold) {
    EXPECT_EQ(markup("<script>alert(\"1\")</script>"),
              "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    EXPECT_EQ(markup("a & b 'c'"), "a &amp; b &#39;c&#39;");
    const std::string escape = markup("\x1b[31mred\x07");
    EXPECT_EQ(escape.find('\x1b'), std::string::npos);
    EXPECT_NE(escape.find("\\x1b"), std::string::npos);
    EXPECT_EQ(markup("\xff").find('\xff'), std::string::npos) << "broken UTF-8";
    EXPECT_EQ(markup("größe 8192²"), "größe 8192²");
}

TEST(csv_text, quotes_what_rfc_4180_asks_for) {
    EXPECT_EQ(csv_text("plain"), "plain");
    EXPECT_EQ(csv_text("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_text("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_text("two\nlines"), "two\\nlines") << "a row stays one line";
}

TEST(csv_text, no_formula_survives) {
    for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1"}) {
        const std::string cell = csv_text(text);
        const std::size_t first = cell.find_first_not_of(" \t\r\n\"");
        ASSERT_NE(first, std::string::npos);
        EXPECT_EQ(std::string("=+-@").find(cell[first]), std::string::npos) << cell;
    }
    EXPECT_EQ(csv_text("=1+1"), "'=1+1");
    EXPECT_EQ(csv_text("a=1"), "a=1") << "a condition is no formula";
}

TEST(csv_number, is_empty_for_what_is_no_number) {
    EXPECT_EQ(csv_number(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(csv_number(std::numeric_limits<double>::infinity()), "");
    EXPECT_EQ(csv_number(std::numeric_limits<double>::quiet_NaN()), "");
    EXPECT_EQ(csv_number(std::optional<double>()), "");
}

TEST(markdown, stays_in_its_cell) {
    EXPECT_EQ(markdown("a|b").find("a|"), std::string::npos);
    EXPECT_EQ(markdown("two\nlines").find('\n'), std::string::npos);
    EXPECT_EQ(markdown("<b>").find('<'), std::string::npos);
}
