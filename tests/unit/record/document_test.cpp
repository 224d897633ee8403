// The reader's JSON against the grammar, and against nlohmann/json on thousands of spoilt texts.
// SPDX-License-Identifier: Apache-2.0
#include "record/document.hpp"

#include "record/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <random>

using dyno::record::document;
using dyno::record::node;
using dyno::record::node_kind;
using dyno::record::parse_document;
using json = nlohmann::ordered_json;

namespace {

std::string message_of(std::string_view text) {
    try {
        (void)parse_document(text, "x");
    } catch (const dyno::error& failure) {
        return failure.what();
    }
    return "";
}

/// The same tree by both readers?
void expect_same(const node& ours, const json& theirs) {
    switch (ours.kind()) {
    case node_kind::null:
        ASSERT_TRUE(theirs.is_null());
        break;
    case node_kind::boolean:
        ASSERT_EQ(ours.truth(), theirs.get<bool>());
        break;
    case node_kind::integer:
        ASSERT_TRUE(theirs.is_number_integer());
        ASSERT_EQ(ours.integer(), theirs.get<std::int64_t>());
        break;
    case node_kind::huge:
    case node_kind::real:
        ASSERT_TRUE(theirs.is_number());
        ASSERT_EQ(ours.number(), theirs.get<double>());
        break;
    case node_kind::text:
        ASSERT_EQ(ours.text(), theirs.get<std::string>());
        break;
    case node_kind::numbers: {
        ASSERT_EQ(ours.numbers().size(), theirs.size());
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            ASSERT_EQ(ours.numbers()[i], theirs[i].get<double>());
        }
        break;
    }
    case node_kind::array:
    case node_kind::object: {
        ASSERT_EQ(ours.is(node_kind::object), theirs.is_object());
        auto other = theirs.begin();
        for (const auto& [key, inside] : ours) {
            ASSERT_NE(other, theirs.end());
            if (theirs.is_object()) {
                ASSERT_EQ(key, other.key());
            }
            expect_same(inside, *other);
            ++other;
        }
        ASSERT_EQ(other, theirs.end());
        break;
    }
    }
}

} // namespace

TEST(document, reads_every_kind) {
    const document d = parse_document(
        R"({"a": null, "b": [true, false], "c": -7, "d": 1.5e3, "e": "x\n\u00e9\ud83d\ude80\"",
            "f": [1, 2.5], "g": [], "h": {}, "i": [1, null, "x"], "j": 18446744073709551615})",
        "x");
    const node root = d.root();
    EXPECT_TRUE(root.find("a")->is(node_kind::null));
    EXPECT_EQ(root.find("c")->integer(), -7);
    EXPECT_EQ(root.find("d")->number(), 1500);
    EXPECT_EQ(root.find("e")->text(), "x\n\u00e9🚀\"");
    EXPECT_THAT(root.find("f")->numbers(), testing::ElementsAre(1, 2.5));
    EXPECT_TRUE(root.find("g")->is(node_kind::array));
    EXPECT_TRUE(root.find("i")->is(node_kind::array)) << "mixed";
    EXPECT_TRUE(root.find("j")->is(node_kind::huge));
    EXPECT_FALSE(root.find("z"));
}

TEST(document, says_where_a_node_is) {
    const document d = parse_document(R"({"a": [{"b": {"c": 1}}, {"b": 2}]})", "run file");
    const node list = *d.root().find("a");
    EXPECT_EQ(d.root().path(), "run file");
    EXPECT_EQ((*++list.begin()).value.find("b")->path(), "run file.a[1].b");
    EXPECT_EQ((*list.begin()).value.find("b")->find("c")->path(), "run file.a[0].b.c");
}

TEST(document, refuses_with_line_and_column) {
    EXPECT_EQ(message_of("{\n  \"a\": NaN}"),
              "x: not valid JSON: line 2, column 8: NaN is no number in JSON");
    EXPECT_EQ(message_of("[1, -Infinity]"),
              "x: not valid JSON: line 1, column 5: -Infinity is no number in JSON");
    EXPECT_EQ(message_of("[1e999]"),
              "x: not valid JSON: line 1, column 2: the number 1e999 is too large");
    EXPECT_EQ(message_of("{\"a\": 1"),
              "x: not valid JSON: line 1, column 8: the text ends where ',' or '}' is wanted");
    EXPECT_EQ(message_of("{\"a\": 1,}"),
              "x: not valid JSON: line 1, column 9: a key is wanted here, not '}'");
    EXPECT_EQ(message_of("{\"a\": 1, \"a\": 2}"),
              "x: not valid JSON: line 1, column 17: the key 'a' stands twice in this object");
    EXPECT_EQ(message_of("[01]"), "x: not valid JSON: line 1, column 2: a number must not begin "
                                  "with 0 and a digit");
    EXPECT_EQ(message_of("[1] 2"),
              "x: not valid JSON: line 1, column 5: the end of the text is wanted here, not '2'");
    EXPECT_EQ(message_of("[\"a\x01\"]"), "x: not valid JSON: line 1, column 4: a control "
                                         "character in a text must be escaped");
    EXPECT_EQ(message_of("[\"\xff\"]"),
              "x: not valid JSON: line 1, column 3: a byte that is no UTF-8");
    EXPECT_EQ(message_of("[\"\\ud800\"]"),
              "x: not valid JSON: line 1, column 9: half of a surrogate pair");
    EXPECT_EQ(message_of(""), "x: not valid JSON: line 1, column 1: the text ends where a value "
                              "is wanted");
}

TEST(document, refuses_deep_nesting_without_going_there) {
    EXPECT_THAT(message_of(std::string(1000000, '[')),
                testing::HasSubstr("nested deeper than 64 levels"));
    EXPECT_EQ(message_of(std::string(64, '[') + std::string(64, ']')), "");
}

TEST(document, finds_a_key_twice_in_large_objects) {
    std::string text = "{";
    for (int i = 0; i < 40; ++i) {
        text += "\"k" + std::to_string(i) + "\": 1, ";
    }
    EXPECT_EQ(message_of(text + "\"z\": 1}"), "");
    EXPECT_THAT(message_of(text + "\"k39\": 1}"), testing::HasSubstr("'k39' stands twice"));
    EXPECT_THAT(message_of(text + "\"k0\": 1}"), testing::HasSubstr("'k0' stands twice"));
}

TEST(document, numbers_are_exact_and_finite) {
    const auto read = [](const std::string& text) {
        const document d = parse_document(text, "x");
        return d.root().number();
    };
    EXPECT_EQ(read("0.1"), 0.1);
    EXPECT_EQ(read("1.7976931348623157e308"), 1.7976931348623157e308);
    EXPECT_EQ(read("4.9e-324"), 4.9e-324);
    EXPECT_EQ(read("1e-400"), 0) << "too small is zero, as in every reader of JSON";
    EXPECT_EQ(read("0.0e999"), 0);
    EXPECT_EQ(read("9007199254740993"), 9007199254740992.0);
    EXPECT_NE(message_of("1.8e308"), "");
    EXPECT_NE(message_of("1" + std::string(400, '0')), "");
    EXPECT_NE(message_of("-1" + std::string(400, '0') + ".5"), "");
    EXPECT_EQ(message_of("0." + std::string(400, '0') + "1"), "");
    EXPECT_EQ(message_of("1" + std::string(400, '0') + "e-300"), "");
    EXPECT_NE(message_of("1e99999999999999999999"), "");
    EXPECT_EQ(message_of("1e-99999999999999999999"), "");
}

TEST(document, agrees_with_nlohmann_on_spoilt_texts) {
    const std::string good =
        R"({"a": [1, -2.5e-3, 0.25, 1E+2], "b": {"c": "tä\u0041\\\"x", "d": [true, null, false]},
 "e": [], "f": {}, "g": 9223372036854775808, "h": "🚀", "i": [[1, 2], [3]], "j": -0})";
    const std::string alphabet = "{}[]\",:0123456789.eE+-\\utrnl \n\xc3\xa4\xff\x01/abf";
    std::mt19937 source(7);
    int accepted = 0, refused = 0;
    for (int trial = 0; trial < 40000; ++trial) {
        std::string text = good;
        for (unsigned edits = source() % 3 + (trial > 0 ? 1 : 0); edits > 0 && !text.empty(); --edits) {
            const std::size_t at = source() % text.size();
            const char c = alphabet[source() % alphabet.size()];
            switch (source() % 4) {
            case 0:
                text[at] = c;
                break;
            case 1:
                text.insert(at, 1, c);
                break;
            case 2:
                text.erase(at, 1 + source() % 3);
                break;
            default:
                text.resize(at + 1);
            }
        }
        const bool valid = json::accept(text);
        const std::string message = message_of(text);
        if (message.find("twice") != std::string::npos) {
            continue; // nlohmann takes the last one
        }
        ASSERT_EQ(message.empty(), valid) << text << "\n" << message;
        (valid ? accepted : refused) += 1;
        if (valid) {
            expect_same(parse_document(text, "x").root(), json::parse(text));
        }
    }
    EXPECT_GT(accepted, 2000);
    EXPECT_GT(refused, 2000);
}
