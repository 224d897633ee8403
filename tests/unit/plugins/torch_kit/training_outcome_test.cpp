// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/workload/training_outcome.hpp>

#include <dyno/plugin.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace dyno::torch_kit {
namespace {

training_outcome trained() {
    return {.steps = 100, .first_loss = 7.0, .last_loss = 6.5, .scale = 128.0};
}

/// The rule that the outcome breaks; empty if none.
template <class Change>
std::string broken_rule(Change change) {
    training_outcome seen = trained();
    change(seen);
    try {
        seen.require_trained();
        return {};
    } catch (const invalid_answer& error) {
        const std::string text = error.what();
        EXPECT_THAT(text, ::testing::HasSubstr(seen.to_string()));
        const std::string begin = "the network does not train: ";
        EXPECT_TRUE(text.starts_with(begin));
        return text.substr(begin.size(), text.find(" (") - begin.size());
    }
}

TEST(training_outcome, a_trained_network_passes) {
    EXPECT_EQ(broken_rule([](auto&) {}), "");
}

TEST(training_outcome, says_what_was_seen) {
    EXPECT_EQ(trained().to_string(),
              "first loss 7, last loss 6.5, 0 of 100 steps skipped, scale 128");
}

TEST(training_outcome, losses_and_parameters_must_be_finite) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(broken_rule([=](auto& s) { s.first_loss = bad; }), "its loss is not finite");
        EXPECT_EQ(broken_rule([=](auto& s) { s.last_loss = bad; }), "its loss is not finite");
    }
    EXPECT_EQ(broken_rule([](auto& s) { s.parameters_are_finite = false; }),
              "its parameters are not finite");
}

TEST(training_outcome, steps_must_run_and_be_applied) {
    EXPECT_EQ(broken_rule([](auto& s) { s.steps = 0; }), "no step ran");
    EXPECT_EQ(broken_rule([](auto& s) { s.skipped_steps = s.steps; }), "every step was skipped");
    EXPECT_EQ(broken_rule([](auto& s) { s.skipped_steps = 5; }), "");
    EXPECT_EQ(broken_rule([](auto& s) { s.skipped_steps = 6; }), "too many steps were skipped");
    EXPECT_EQ(broken_rule([](auto& s) {
                  s.steps = 3;
                  s.skipped_steps = 1;
              }),
              "");
}

TEST(training_outcome, the_scale_must_not_collapse_nor_the_parameters_stand_still) {
    EXPECT_EQ(broken_rule([](auto& s) { s.scale = 0.5; }), "the loss scale collapsed");
    EXPECT_EQ(broken_rule([](auto& s) { s.parameters_moved = false; }),
              "its parameters do not move");
}

} // namespace
} // namespace dyno::torch_kit
