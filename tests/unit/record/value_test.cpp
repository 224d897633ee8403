// SPDX-License-Identifier: Apache-2.0
#include "record/value.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace dyno::record {
namespace {

TEST(value, numbers_are_written_as_short_as_they_read_back) {
    EXPECT_EQ(to_text(0.1), "0.1");
    EXPECT_EQ(to_text(4096.0), "4096");
    EXPECT_EQ(to_text(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(to_text(1e22), "1e+22");
    EXPECT_EQ(to_text(-0.0), "-0");
    EXPECT_EQ(to_text(std::numeric_limits<double>::denorm_min()), "5e-324");
    EXPECT_EQ(to_text(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
}

TEST(value, every_double_reads_back_exactly) {
    std::mt19937_64 bits(1);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t pattern = bits();
        double number = 0;
        std::memcpy(&number, &pattern, sizeof number);
        if (!std::isfinite(number)) {
            continue;
        }
        const std::string text = to_text(number);
        double again = 0;
        std::from_chars(text.data(), text.data() + text.size(), again);
        EXPECT_EQ(again, number) << text;
    }
}

TEST(value, the_locale_changes_nothing) {
    const std::string old = std::setlocale(LC_ALL, nullptr);
    std::setlocale(LC_ALL, "de_DE.UTF-8"); // of no effect where it is not installed
    EXPECT_EQ(to_text(0.5), "0.5");
    std::setlocale(LC_ALL, old.c_str());
}

TEST(value, each_kind_has_its_text) {
    EXPECT_EQ(to_text(value(true)), "true");
    EXPECT_EQ(to_text(value(false)), "false");
    EXPECT_EQ(to_text(value(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
    EXPECT_EQ(to_text(value(0.25)), "0.25");
    EXPECT_EQ(to_text(value(std::string("bf16"))), "bf16");
}

TEST(value, parameters_print_in_the_order_of_the_alphabet) {
    const parameters all{{"n", std::int64_t{2}}, {"dtype", std::string("bf16")}, {"m", 1.5}};
    EXPECT_EQ(to_text(all), "dtype=bf16 m=1.5 n=2");
    EXPECT_EQ(to_text(parameters{}), "");
}

} // namespace
} // namespace dyno::record
