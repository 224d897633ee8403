// The recording host refuses what the real one would, and makes the calls in their order.
//
// SPDX-License-Identifier: Apache-2.0
#include "recording_host.hpp"

#include <dyno/plugin.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace dyno::testing {
namespace {

constexpr const char* colours[] = {"red", "blue", nullptr};

struct probe {
    static constexpr const char* id = "probe";
    static constexpr const char* summary = "Says what was called";
    static constexpr std::uint32_t devices = on_cpu;
    static constexpr dyno_param parameters[] = {
        integer("count", "3", 1, 9, "A number."),
        real("share", "0.5", 0, 1, "A share."),
        boolean("loud", "false", "A truth value."),
        text("colour", "\"red\"", colours, "A word."),
        text("must", nullptr, nullptr, "Has no default."),
    };
    static constexpr dyno_metric metrics[] = {higher("speed", "m/s", "A number.")};

    probe(host to, const device& /*where*/) : m_host(to) {}
    static void check(const host& from) {
        if (from.text("must") == "refuse") {
            throw std::invalid_argument("no");
        }
    }
    void prepare() {
        if (m_host.text("must") == "skip") {
            throw skipped("not here");
        }
        m_host.note("calls", "prepare");
        m_host.progress(0.5, "half");
    }
    void run() { m_calls += 'r'; }
    void begin() { m_calls += 'b'; }
    void report() {
        m_host.note("calls", m_calls);
        m_host.metric("speed", 2);
        m_host.metric("unknown", 2);
        m_host.metric("speed", std::numeric_limits<double>::quiet_NaN());
    }

    host m_host;
    std::string m_calls;
};

const dyno_workload& entry = detail::adapter<probe>::entry;

TEST(recording_host, makes_the_calls_of_a_launch_in_order) {
    recording_host host(entry, {{"must", "\"go\""}});
    const outcome result = drive(entry, host, cpu_device(), 2, 3);
    EXPECT_EQ(result.status, DYNO_OK);
    EXPECT_EQ(host.notes.at("calls"), "rrbrrr");
    EXPECT_EQ(host.metrics.at("speed").front(), 2);
    EXPECT_EQ(host.mistakes.size(), 2u);
}

TEST(recording_host, says_which_call_ended_a_launch) {
    recording_host refused(entry, {{"must", "\"refuse\""}});
    EXPECT_EQ(drive(entry, refused, cpu_device()).call, "check");
    recording_host skipping(entry, {{"must", "\"skip\""}});
    const outcome result = drive(entry, skipping, cpu_device());
    EXPECT_EQ(result.status, DYNO_SKIP);
    EXPECT_EQ(result.call, "prepare");
    EXPECT_EQ(result.message, "not here");
}

TEST(recording_host, refuses_what_the_declarations_refuse) {
    const auto given = [](const char* name, const char* toml) {
        recording_host host(entry, {{"must", "\"go\""}, {name, toml}});
    };
    EXPECT_NO_THROW(given("count", "9"));
    EXPECT_THROW(given("count", "10"), std::invalid_argument);
    EXPECT_THROW(given("count", "2.5"), std::invalid_argument);
    EXPECT_THROW(given("count", "9223372036854775808"), std::invalid_argument);
    EXPECT_THROW(given("share", "1.5"), std::invalid_argument);
    EXPECT_THROW(given("loud", "1"), std::invalid_argument);
    EXPECT_THROW(given("colour", "\"green\""), std::invalid_argument);
    EXPECT_THROW(given("colour", "red"), std::invalid_argument);
    EXPECT_THROW(given("colur", "\"red\""), std::invalid_argument);
    EXPECT_THROW(recording_host{entry}, std::invalid_argument) << "'must' was not given";
}

TEST(recording_host, fails_a_read_with_another_type) {
    recording_host recorder(entry, {{"must", "\"go\""}});
    const host to(recorder.services());
    EXPECT_EQ(to.integer("count"), 3);
    EXPECT_EQ(to.real("share"), 0.5);
    EXPECT_FALSE(to.boolean("loud"));
    EXPECT_THROW(static_cast<void>(to.text("count")), std::logic_error);
    EXPECT_THROW(static_cast<void>(to.integer("absent")), std::logic_error);
}

} // namespace
} // namespace dyno::testing
