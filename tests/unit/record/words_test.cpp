// SPDX-License-Identifier: Apache-2.0
#include "record/words.hpp"

#include "record/policy.hpp"
#include "thrown_message.hpp"

#include <gtest/gtest.h>

#include <set>

namespace dyno::record {
namespace {

/// Every word of a type, by its numbers 1, 2, … until there is none.
template <class Word>
std::set<std::string> words_and_back(Word (*from)(std::string_view)) {
    std::set<std::string> words;
    for (int number = 1; to_word(static_cast<Word>(number)) != "?"; ++number) {
        const std::string_view word = to_word(static_cast<Word>(number));
        EXPECT_EQ(from(word), static_cast<Word>(number));
        EXPECT_TRUE(words.insert(std::string(word)).second) << word << " twice";
    }
    return words;
}

TEST(words, are_those_of_the_format) {
    EXPECT_EQ(words_and_back(status_from),
              (std::set<std::string>{"ok", "skipped", "failed", "oom", "crashed", "timeout",
                                     "no_device", "device_lost", "invalid", "not_run"}));
    EXPECT_EQ(words_and_back(direction_from), (std::set<std::string>{"lower", "higher", "exact"}));
    EXPECT_EQ(words_and_back(device_kind_from), (std::set<std::string>{"cpu", "cuda"}));
    EXPECT_EQ(words_and_back(run_state_from),
              (std::set<std::string>{"running", "complete", "partial"}));
    EXPECT_EQ(cache_state_from("warm"), cache_state::warm);
    EXPECT_EQ(cache_state_from(to_word(cache_state::cold)), cache_state::cold);
}

TEST(words, zero_is_none) {
    EXPECT_EQ(to_word(status{}), "?");
    EXPECT_EQ(to_word(direction{}), "?");
    EXPECT_EQ(to_word(device_kind{}), "?");
    EXPECT_EQ(to_word(run_state{}), "?");
}

TEST(words, others_are_refused_by_name) {
    EXPECT_EQ(thrown_message([] { (void)status_from("okay"); }), "'okay' is not a status");
    EXPECT_EQ(thrown_message([] { (void)status_from(""); }), "'' is not a status");
    EXPECT_EQ(thrown_message([] { (void)status_from("OK"); }), "'OK' is not a status");
    EXPECT_EQ(thrown_message([] { (void)direction_from("up"); }), "'up' is not a direction");
    EXPECT_EQ(thrown_message([] { (void)device_kind_from("gpu"); }),
              "'gpu' is not a kind of device");
    EXPECT_EQ(thrown_message([] { (void)run_state_from("done"); }),
              "'done' is not a state of a run");
    EXPECT_EQ(thrown_message([] { (void)cache_state_from("hot"); }),
              "'hot' is not a cache state (warm, cold)");
}

} // namespace
} // namespace dyno::record
