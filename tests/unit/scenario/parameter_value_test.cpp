// SPDX-License-Identifier: Apache-2.0
#include "scenario/parameter_value.hpp"

#include "scenario/scenario.hpp"
#include "scenario/toml.hpp"
#include "thrown_message.hpp"

#include <gtest/gtest.h>

#include <climits>
#include <limits>

namespace dyno {
namespace {

using record::value;
using record::value_type;

record::parameter_declaration parameter(value_type type) {
    record::parameter_declaration p;
    p.name = "p";
    p.type = type;
    return p;
}

node written(const std::string& toml) {
    return *parse_toml_value(toml, {});
}

std::optional<value> taken(const record::parameter_declaration& p, const std::string& toml) {
    return accept(p, written(toml)).accepted;
}

std::string trouble(const record::parameter_declaration& p, const std::string& toml) {
    return accept(p, written(toml)).trouble;
}

TEST(parameter_value, whole_numbers) {
    auto p = parameter(value_type::integer);
    EXPECT_EQ(taken(p, "-9223372036854775808"), value(std::int64_t{INT64_MIN}));
    p.least_integer = 1;
    p.most_integer = 65536;
    EXPECT_EQ(taken(p, "1"), value(std::int64_t{1}));
    EXPECT_EQ(taken(p, "65536"), value(std::int64_t{65536}));
    EXPECT_EQ(trouble(p, "0"), "'p' is a whole number from 1 to 65536, not 0");
    EXPECT_EQ(trouble(p, "-3"), "'p' is a whole number from 1 to 65536, not -3");
    EXPECT_EQ(trouble(p, "65537"), "'p' is a whole number from 1 to 65536, not 65537");
    EXPECT_EQ(trouble(p, "4.0"), "'p' is a whole number from 1 to 65536, not 4");
    EXPECT_EQ(trouble(p, "nan"), "'p' is a whole number from 1 to 65536, not nan");
    EXPECT_EQ(trouble(p, "\"4\""), "'p' is a whole number from 1 to 65536, not \"4\"");
    EXPECT_EQ(trouble(p, "\"1 KiB\""), "'p' is a whole number from 1 to 65536, not \"1 KiB\"");
    EXPECT_EQ(trouble(p, "true"), "'p' is a whole number from 1 to 65536, not true");
    EXPECT_EQ(trouble(p, "[1]"), "'p' is a whole number from 1 to 65536, not a list");
    EXPECT_EQ(trouble(p, "{ a = 1 }"), "'p' is a whole number from 1 to 65536, not a table");
}

TEST(parameter_value, sizes_in_bytes) {
    auto p = parameter(value_type::integer);
    p.unit = std::string("B");
    p.least_integer = 0;
    p.most_integer = std::int64_t{1} << 40;
    EXPECT_EQ(taken(p, "\"24 GiB\""), value(std::int64_t{24} << 30));
    EXPECT_EQ(taken(p, "1024"), value(std::int64_t{1024}));
    EXPECT_EQ(trouble(p, "\"2 TiB\""), "'p' is a size in bytes (\"24 GiB\" or a whole number) from "
                                       "0 to 1099511627776, not \"2 TiB\"");
}

TEST(parameter_value, real_numbers) {
    auto p = parameter(value_type::real);
    EXPECT_EQ(taken(p, "-1e300"), value(-1e300));
    p.least_real = 0;
    p.most_real = 0.5;
    EXPECT_EQ(taken(p, "0"), value(0.0));
    EXPECT_EQ(taken(p, "0.5"), value(0.5));
    EXPECT_EQ(trouble(p, "0.6"), "'p' is a number from 0 to 0.5, not 0.6");
    EXPECT_EQ(trouble(p, "-1"), "'p' is a number from 0 to 0.5, not -1");
    EXPECT_EQ(trouble(p, "nan"), "'p' is a number from 0 to 0.5, not nan");
    EXPECT_EQ(trouble(parameter(value_type::real), "inf"), "'p' is a number, not inf");
    EXPECT_EQ(trouble(p, "\"0.1\""), "'p' is a number from 0 to 0.5, not \"0.1\"");
}

TEST(parameter_value, truth_values) {
    const auto p = parameter(value_type::boolean);
    EXPECT_EQ(taken(p, "true"), value(true));
    EXPECT_EQ(trouble(p, "1"), "'p' is true or false, not 1");
    EXPECT_EQ(trouble(p, "\"yes\""), "'p' is true or false, not \"yes\"");
}

TEST(parameter_value, texts) {
    auto p = parameter(value_type::text);
    EXPECT_EQ(taken(p, "\"\""), value(std::string()));
    EXPECT_EQ(trouble(p, "3"), "'p' is a text, not 3");
    EXPECT_EQ(accept(p, node{std::string("a\0b", 3), {}}).accepted, std::nullopt);
    p.allowed = {"bf16", "fp16"};
    EXPECT_EQ(taken(p, "\"fp16\""), value(std::string("fp16")));
    EXPECT_EQ(trouble(p, "\"bf61\""),
              "'p' is one of \"bf16\", \"fp16\", not \"bf61\"; did you mean 'bf16'?");
    EXPECT_EQ(trouble(p, "\"BF16\""),
              "'p' is one of \"bf16\", \"fp16\", not \"BF16\"; did you mean 'bf16'?");
    EXPECT_EQ(trouble(p, "16"), "'p' is one of \"bf16\", \"fp16\", not 16");
}

TEST(parameter_value, defaults_are_held_to_their_own_declaration) {
    auto p = parameter(value_type::integer);
    EXPECT_EQ(default_of(p), std::nullopt);
    p.fallback_toml = "7";
    EXPECT_EQ(default_of(p), value(std::int64_t{7}));
    p.most_integer = p.least_integer = 6;
    EXPECT_EQ(thrown_message([&] { (void)default_of(p); }),
              "the plugin declares the default 7 for 'p', which its own declaration refuses");
    p.fallback_toml = "bf16"; // no TOML: the quotes were forgotten
    EXPECT_EQ(thrown_message([&] { (void)default_of(p); }),
              "the plugin declares the default bf16 for 'p', which its own declaration refuses");
}

TEST(read_bytes, takes_decimal_and_binary_prefixes) {
    const auto bytes = [](const std::string& text) { return read_bytes(node{text, {}}); };
    EXPECT_EQ(bytes("24 GiB"), std::int64_t{24} << 30);
    EXPECT_EQ(bytes("24GiB"), std::int64_t{24} << 30);
    EXPECT_EQ(bytes("80 GB"), 80'000'000'000);
    EXPECT_EQ(bytes("1.5 kB"), 1500);
    EXPECT_EQ(bytes("512 B"), 512);
    EXPECT_EQ(bytes("0 B"), 0);
    EXPECT_EQ(bytes("3 MiB"), 3 << 20);
    EXPECT_EQ(bytes("2 TB"), 2'000'000'000'000);
    EXPECT_EQ(bytes("0.5 TiB"), std::int64_t{1} << 39);
    EXPECT_EQ(bytes("1 KiB"), 1024);
    EXPECT_EQ(bytes("7 MB"), 7'000'000);
    EXPECT_EQ(read_bytes(node{std::int64_t{5}, {}}), 5);
    EXPECT_EQ(read_bytes(node{std::numeric_limits<std::int64_t>::max(), {}}), INT64_MAX);
}

TEST(read_bytes, refuses_the_rest) {
    for (const char* text : {"", " ", "24", "GiB", "24 Gib", "24 gb", "24 GiB ", " 24 GiB", "-1 B",
                             "nan GiB", "inf GiB", "9e18 kB", "8388608 TiB", "24 GiB x", "0x10 B",
                             "+1 B", "1,5 GiB", "1e400 B"}) {
        EXPECT_EQ(read_bytes(node{std::string(text), {}}), std::nullopt) << text;
    }
    EXPECT_EQ(read_bytes(node{std::int64_t{-1}, {}}), std::nullopt);
    EXPECT_EQ(read_bytes(node{1.0, {}}), std::nullopt);
    EXPECT_EQ(read_bytes(node{true, {}}), std::nullopt);
}

} // namespace
} // namespace dyno
