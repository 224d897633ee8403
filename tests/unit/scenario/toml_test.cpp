// SPDX-License-Identifier: Apache-2.0
#include "scenario/toml.hpp"

#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dyno {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::StartsWith;

bool same(const node& a, const node& b);

bool same(const node_list& a, const node_list& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const node& x, const node& y) { return same(x, y); });
}

bool same(const node_table& a, const node_table& b) {
    return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      [](const auto& x, const auto& y) {
                          return x.first == y.first && same(x.second, y.second);
                      });
}

/// Values, types and the order of keys; not places.
bool same(const node& a, const node& b) {
    if (const auto* table = a.as<node_table>()) {
        return b.as<node_table>() && same(*table, *b.as<node_table>());
    }
    if (const auto* list = a.as<node_list>()) {
        return b.as<node_list>() && same(*list, *b.as<node_list>());
    }
    if (const auto* real = a.as<double>(); real && std::isnan(*real)) {
        return b.as<double>() && std::isnan(*b.as<double>());
    }
    return a.held.index() == b.held.index() && !b.as<node_table>() && !b.as<node_list>() &&
           (!a.as<bool>() || *a.as<bool>() == *b.as<bool>()) &&
           (!a.as<std::int64_t>() || *a.as<std::int64_t>() == *b.as<std::int64_t>()) &&
           (!a.as<double>() || *a.as<double>() == *b.as<double>()) &&
           (!a.as<std::string>() || *a.as<std::string>() == *b.as<std::string>());
}

const node& at(const node& from, const std::string& key) {
    const node* found = from.as<node_table>()->find(key);
    if (!found) {
        throw error("no key " + key);
    }
    return *found;
}

std::string keys_of(const node& table) {
    std::string keys;
    for (const auto& [key, held] : table.as<node_table>()->entries) {
        keys += (keys.empty() ? "" : " ") + key;
    }
    return keys;
}

/// One text for reading and writing: every kind of value, and every way to write a table.
const std::string everything = R"(schema = 1
name = "Quotes \" and \\, a\tTab, \u0001, \u007f, é, 😀"
"odd key.with dots" = ''
[device]
select = "0"
kind = "any"
[measure]
warmup_s = 4.0
target_rel_ci = 0.1
min_time_s = 1e-300
max_time_s = inf
launches = -9223372036854775808
[[case]]
workload = "gemm"
sweep = { size = [4096, 8192], dtype = ["bf16", "fp16"], "a b" = [] }
zip = [ { n = 1, m = 2 }, { n = 3, m = 4 } ]
params = {}
environment.Z = "1"
environment.A = "2"
[[case]]
workload = "copy"
[case.params]
b = [[1, 2.5], ["x", true, { deep = [ {} ] }]]
a = false
)";

TEST(toml, values_have_their_types_and_lines) {
    const node root = parse_toml(everything, "f.toml");
    EXPECT_EQ(*at(root, "schema").as<std::int64_t>(), 1);
    EXPECT_EQ(to_text(at(root, "name").at), "f.toml:2");
    EXPECT_EQ(*at(at(root, "measure"), "warmup_s").as<double>(), 4.0);
    EXPECT_TRUE(std::isinf(*at(at(root, "measure"), "max_time_s").as<double>()));
    const node& second = (*at(root, "case").as<node_list>())[1];
    EXPECT_EQ(to_text(second.at), "f.toml:20");
    EXPECT_EQ(to_text(at(at(second, "params"), "a").at), "f.toml:24");
    const node& first = (*at(root, "case").as<node_list>())[0];
    EXPECT_EQ(to_text(at(at(first, "sweep"), "dtype").at), "f.toml:15");
    EXPECT_EQ(to_text(at(first, "environment").at), "f.toml:18");
}

TEST(toml, bug_keys_came_in_the_order_of_the_alphabet) {
    const node root = parse_toml(everything, "f.toml");
    EXPECT_EQ(keys_of(root), "schema name odd key.with dots device measure case");
    EXPECT_EQ(keys_of(at(root, "device")), "select kind");
    const node& first = (*at(root, "case").as<node_list>())[0];
    EXPECT_EQ(keys_of(at(first, "sweep")), "size dtype a b");
    EXPECT_EQ(keys_of(at(first, "environment")), "Z A");
    EXPECT_EQ(keys_of((*at(first, "zip").as<node_list>())[0]), "n m");
}

TEST(toml, what_is_written_reads_back_in_the_same_order) {
    const node root = parse_toml(everything, "f.toml");
    const std::string written = write_toml(root);
    const node again = parse_toml(written, "again");
    EXPECT_TRUE(same(root, again)) << written;
    EXPECT_EQ(write_toml(again), written);
}

TEST(toml, every_byte_and_number_reads_back) {
    for (int byte = 1; byte < 0x80; ++byte) {
        node root{node_table{{{"a", node{std::string(3, static_cast<char>(byte)), {}}}}}, {}};
        EXPECT_TRUE(same(root, parse_toml(write_toml(root), "f"))) << byte;
        root = node{node_table{{{std::string(1, static_cast<char>(byte)), node{true, {}}}}}, {}};
        EXPECT_TRUE(same(root, parse_toml(write_toml(root), "f"))) << byte;
    }
    for (const double number : {0.0, -0.0, 1.0, -3.0, 1e22, 1e-7, 5e-324, 1.7976931348623157e308,
                                0.1 + 0.2, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
        const node root{node_table{{{"a", node{number, {}}}}}, {}};
        EXPECT_TRUE(same(root, parse_toml(write_toml(root), "f"))) << number;
    }
}

TEST(toml, top_values_behind_a_table_come_before_it) {
    // A setting adds its key at the end, where it would belong to the last header.
    node root = parse_toml("[measure]\nlaunches = 2\n", "f");
    root.as<node_table>()->at_or_new("name") = node{std::string("x"), {}};
    EXPECT_EQ(write_toml(root), "name = \"x\"\n\n[measure]\nlaunches = 2\n");
}

TEST(toml, single_values_of_the_command_line) {
    const place here{std::make_shared<const std::string>("--set x"), 0};
    EXPECT_EQ(*parse_toml_value("4096", here)->as<std::int64_t>(), 4096);
    EXPECT_EQ(*parse_toml_value("\"4096\"", here)->as<std::string>(), "4096");
    EXPECT_EQ(*parse_toml_value("1.5", here)->as<double>(), 1.5);
    EXPECT_EQ(*parse_toml_value("true", here)->as<bool>(), true);
    EXPECT_EQ(parse_toml_value("[1, 2]", here)->as<node_list>()->size(), 2U);
    EXPECT_EQ(to_text(parse_toml_value("4096", here)->at), "--set x");
    for (const std::string text :
         {"bf16", "", "1\nb = 2", "2026-01-31", "[1", "GPU-5d3a", "\r", "9223372036854775808"}) {
        EXPECT_FALSE(parse_toml_value(text, here)) << text;
    }
}

TEST(toml, a_syntax_error_has_file_and_line) {
    const auto message = [](const std::string& text) {
        return thrown_message([&] { (void)parse_toml(text, "f.toml"); });
    };
    EXPECT_THAT(message("a = 1\nb =\n"), StartsWith("f.toml:2:4: "));
    EXPECT_THAT(message("a = 1\na = 2\n"), HasSubstr("f.toml:2:"));
    EXPECT_THAT(message("a = \"\xff\"\n"), StartsWith("f.toml:1:5: "));
    EXPECT_THAT(message("a = 1\rb = 2"), StartsWith("f.toml:1:7: "));
    EXPECT_THAT(message("\n\na = 9223372036854775808\n"), StartsWith("f.toml:3:"));
    EXPECT_EQ(message("a = 1\nb = 2026-01-31\n"),
              "f.toml:2: dates and times have no use in a scenario");
    for (const std::string text : {"a = 1\nb =\n", "a = \"\x01\"\n", "a = \"x\ny\"", "[a\n", "]"}) {
        EXPECT_EQ(message(text).find('\n'), std::string::npos) << "one line: " << message(text);
    }
}

TEST(toml, bug_endless_nesting_ended_the_program) {
    const auto nested = [](const std::string& front, const std::string& part, int count) {
        std::string text = front;
        for (int i = 0; i < count; ++i) {
            text += part;
        }
        return text + "a = 1\n";
    };
    for (const std::string part : {"a.", "a . "}) {
        EXPECT_EQ(thrown_message([&] { (void)parse_toml(nested("\n", part, 1'000'000), "f"); }),
                  "f:2: a key has too many parts");
    }
    EXPECT_THROW((void)parse_toml("[" + nested("", "a.", 100'000) + "]", "f"), error);
    EXPECT_THROW((void)parse_toml("x = {" + nested("", "a.", 100'000) + "}", "f"), error);
    EXPECT_THROW((void)parse_toml("x = " + std::string(1'000'000, '['), "f"), error);
    EXPECT_FALSE(parse_toml_value("{" + nested("", "a.", 100'000) + "}", {}));
    // Deep, but not endless.
    EXPECT_NO_THROW((void)write_toml(parse_toml(nested("", "a.", 1000), "f")));
    // Numbers have dots, too.
    std::string list = "x = [1.5";
    for (int i = 0; i < 5000; ++i) {
        list += ", 2.5";
    }
    EXPECT_NO_THROW((void)parse_toml(list + "]\n", "f"));
}

class toml_file : public testing::Test {
protected:
    node read(const std::string& bytes) {
        folder.write("f.toml", bytes);
        return read_toml(folder.path() / "f.toml");
    }
    std::string refusal(const std::string& bytes) {
        const std::string front = (folder.path() / "f.toml").string();
        const std::string message = thrown_message([&] { (void)read(bytes); });
        EXPECT_THAT(message, StartsWith(front));
        return message.substr(std::min(message.size(), front.size()));
    }
    scoped_folder folder;
};

TEST_F(toml_file, is_the_same_from_every_editor) {
    const node plain = read("a = 1\nb = \"x\"\n[c]\nd = 2\n");
    EXPECT_TRUE(same(plain, read("a = 1\r\nb = \"x\"\r\n[c]\r\nd = 2\r\n")));
    EXPECT_TRUE(same(plain, read("\xef\xbb\xbf"
                                 "a = 1\nb = \"x\"\n[c]\nd = 2\n")));
    EXPECT_TRUE(same(plain, read("\xef\xbb\xbf"
                                 "a = 1\r\nb = \"x\"\r\n[c]\r\nd = 2")));
    EXPECT_TRUE(same(plain, read("a = 1\nb = \"x\"\n[c]\nd = 2")));
}

TEST_F(toml_file, other_encodings_are_refused_in_one_line) {
    EXPECT_THAT(refusal("\xff\xfe"
                        "a\0=\0"s),
                StartsWith(": the file is UTF-16; save it as UTF-8"));
    EXPECT_EQ(refusal("a = 1\0"s), ": the file is binary (it holds NUL bytes)");
    EXPECT_EQ(refusal("\xef\xbb\xbf\xef\xbb\xbf"
                      "a = 1"),
              ": begins with two byte-order marks; save it anew as UTF-8");
    EXPECT_THAT(refusal("a = 1\rb = 2\r"), StartsWith(":1:7: "));
}

TEST_F(toml_file, empty_is_told) {
    for (const char* text : {"", "\n", " \t\r\n"}) {
        EXPECT_EQ(refusal(text), ": the file is empty");
    }
    EXPECT_EQ(refusal("\xef\xbb\xbf"), ": the file is empty");
    EXPECT_TRUE(read("# a comment\n").as<node_table>()->entries.empty());
}

TEST_F(toml_file, larger_than_people_write_is_refused) {
    EXPECT_EQ(refusal("# " + std::string(4 << 20, 'x') + "\n"), ": is larger than 4 MiB");
}

} // namespace
} // namespace dyno
