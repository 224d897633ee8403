// The scenarios that come with the program, with the plugins that were built.
// SPDX-License-Identifier: Apache-2.0
#include "runner_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

namespace {

using testing::HasSubstr;

std::vector<std::string> scenarios() {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(SCENARIOS)) {
        if (entry.path().extension() == ".toml") {
            all.push_back(entry.path().string());
        }
    }
    return all;
}

TEST(scenarios, each_is_without_errors) {
    ASSERT_GE(scenarios().size(), 4U);
    for (const std::string& file : scenarios()) {
        runner_process runner(REAL_RUNNER_PATH);
        const runner_end end = runner.run({"check", file});
        EXPECT_EQ(end.status, 0) << file << ": " << end.err;
        EXPECT_THAT(end.out, HasSubstr("no errors"));
    }
}

TEST(scenarios, each_can_be_named_without_its_path) {
    runner_process runner(REAL_RUNNER_PATH);
    const std::string listed = runner.run({"list"}).out;
    for (const std::string& file : scenarios()) {
        EXPECT_THAT(listed, HasSubstr(std::filesystem::path(file).stem().string()));
    }
}

TEST(scenarios, the_full_one_takes_half_an_hour_at_most_by_its_estimate) {
    runner_process runner(REAL_RUNNER_PATH);
    const runner_end end = runner.run({"run", SCENARIOS "/4090_full.toml", "--dry-run"});
    ASSERT_EQ(end.status, 0) << end.err;
    std::smatch found;
    ASSERT_TRUE(std::regex_search(end.out, found, std::regex("launches, about (\\d+) min")))
        << end.out;
    EXPECT_LT(std::stoi(found[1]), 30);
}

} // namespace
