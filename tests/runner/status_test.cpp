// How each way to misbehave ends a launch, and that it costs that launch alone.
// SPDX-License-Identifier: Apache-2.0
#include "runner_process.hpp"

#include <gmock/gmock.h>

namespace {

using dyno::record::launch;
using dyno::record::status;
using testing::HasSubstr;

struct misbehaviour {
    const char* how;
    const char* where;
    status expected;
    const char* words; ///< in the reason, or in a warning if the launch is ok
};

void PrintTo(const misbehaviour& m, std::ostream* out) {
    *out << m.how << " in " << m.where;
}

class misbehaving : public testing::TestWithParam<misbehaviour> {};

TEST_P(misbehaving, costs_its_own_launch_alone) {
    const misbehaviour& m = GetParam();
    runner_process runner;
    runner.write_scenario(std::string("time_limit_s = 2.0\n[[case]]\nworkload = \"misbehaves\"\n"
                                      "params = { how = \"") +
                          m.how + "\", where = \"" + m.where +
                          "\" }\n[[case]]\nworkload = \"spin\"\n");
    // The key stands in [measure] twice otherwise.
    std::string text = runner.read("s.toml");
    text.erase(text.find("time_limit_s = 20\n"), 18);
    runner.write("s.toml", text);

    const runner_end end = runner.measure();

    const auto run = runner.run_file();
    ASSERT_EQ(run.launches.size(), 2u);
    const launch& bad = run.launches[0];
    EXPECT_EQ(bad.status, m.expected) << to_word(bad.status) << ": " << bad.reason;
    std::string words = bad.reason;
    for (const std::string& warning : bad.warnings) {
        words += "\n" + warning;
    }
    EXPECT_THAT(words, HasSubstr(m.words));
    EXPECT_EQ(run.launches[1].status, status::ok) << run.launches[1].reason;
    const bool harmless = m.expected == status::ok || m.expected == status::skipped;
    EXPECT_EQ(end.status, harmless ? 0 : 1) << end.err;
    EXPECT_EQ(run.state, dyno::record::run_state::complete);
    EXPECT_FALSE(runner.exists("run.json.journal.jsonl"));
}

constexpr misbehaviour all[] = {
    {"throws", "create", status::failed, "create: it broke"},
    {"throws", "prepare", status::failed, "prepare: it broke"},
    {"throws", "run", status::failed, "run: it broke"},
    {"throws", "begin", status::failed, "begin: it broke"},
    {"throws", "report", status::failed, "report: it broke"},
    {"throws", "destroy", status::ok, "tearing down ended with signal 6"},
    {"throws_int", "run", status::failed, "threw something that is not a std::exception"},
    {"throws_text", "run", status::failed, "it broke"},
    {"aborts", "create", status::crashed, "signal 6"},
    {"aborts", "prepare", status::crashed, "in phase 'prepare'"},
    {"aborts", "run", status::crashed, "in phase 'warm-up'"},
    {"aborts", "destroy", status::ok, "tearing down ended with signal 6"},
    {"segfaults", "prepare", status::crashed, "signal 11"},
    {"segfaults", "run", status::crashed, "signal 11"},
    {"hangs", "create", status::timeout, "did not end within 2 s (time_limit_s)"},
    {"hangs", "prepare", status::timeout, "in phase 'prepare'"},
    {"hangs", "run", status::timeout, "in phase 'warm-up'"},
    {"hangs", "begin", status::timeout, "did not end"},
    {"hangs", "report", status::timeout, "in phase 'check'"},
    {"hangs", "destroy", status::ok, "tearing down did not end within the time limit"},
    {"hangs_hard", "run", status::timeout, "did not end"},
    {"exits", "run", status::crashed, "exit status 0"},
    {"exits", "prepare", status::crashed, "before it had reported"},
    {"prints", "run", status::ok, ""},
    {"prints", "prepare", status::ok, ""},
    {"nan_metric", "report", status::invalid, "metric 'loss' is nan"},
    {"undeclared", "report", status::invalid, "metric 'los' was not declared"},
    {"bad_work", "prepare", status::invalid, "'furlong'"},
    {"skips", "create", status::skipped, "it broke"},
    {"skips", "prepare", status::skipped, "it broke"},
    {"oom", "prepare", status::oom, "device memory: it broke"},
    {"host_oom", "prepare", status::oom, "host memory: "},
    {"invalid", "report", status::invalid, "it broke"},
    {"wrong_type", "create", status::failed, "'how'"},
    {"closes", "run", status::crashed, "before it had reported"},
    {"forks", "prepare", status::ok, ""},
};

INSTANTIATE_TEST_SUITE_P(each, misbehaving, testing::ValuesIn(all), [](const auto& one) {
    return std::string(one.param.how) + "_in_" + one.param.where;
});

TEST(status, an_invalid_launch_keeps_its_time_as_such) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"misbehaves\"\n"
                          "params = { how = \"invalid\", where = \"report\" }\n");
    EXPECT_EQ(runner.measure().status, 1);
    const launch l = runner.run_file().launches.at(0);
    EXPECT_EQ(l.status, status::invalid);
    EXPECT_NE(l.find("time"), nullptr);
    // The table has no figure for it.
    EXPECT_THAT(runner.read("out.txt"), HasSubstr("1 invalid"));
    EXPECT_THAT(runner.read("out.txt"), testing::Not(HasSubstr("µs")));
}

TEST(status, what_a_plugin_prints_is_the_launch_s_log) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"misbehaves\"\n"
                          "params = { how = \"prints\", where = \"report\" }\n");
    EXPECT_EQ(runner.measure().status, 0);
    const launch l = runner.run_file().launches.at(0);
    EXPECT_EQ(l.status, status::ok);
    EXPECT_EQ(l.log,
              "{\"result\": {\"status\": \"ok\"}}\nC:\\hello \x01 \xef\xbf\xbd \"quoted\"\n");
}

TEST(status, a_hostile_reason_is_valid_json_and_harmless_on_a_terminal) {
    runner_process runner;
    runner.write_scenario(
        "[[case]]\nworkload = \"misbehaves\"\nparams = { how = \"throws\", "
        "message = \"C:\\\\hello \\\"q\\\"\\n\\u001b[31m \\u0001 \\U0001F600\" }\n");
    EXPECT_EQ(runner.measure().status, 1);
    EXPECT_EQ(runner.run_file().launches.at(0).reason,
              "run: C:\\hello \"q\"\n\x1b[31m \x01 \xf0\x9f\x98\x80");
    EXPECT_THAT(runner.read("out.txt"), testing::Not(HasSubstr("\x1b")));
    EXPECT_THAT(runner.read("err.txt"), testing::Not(HasSubstr("\x1b")));
}

TEST(status, a_static_destructor_that_aborts_costs_nothing) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"aborts_at_exit\"\n");
    EXPECT_EQ(runner.measure().status, 0);
    EXPECT_EQ(runner.run_file().launches.at(0).status, status::ok);
}

TEST(status, each_launch_is_a_process_of_its_own) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"spin\"\nmeasure = { launches = 3 }\n");
    EXPECT_EQ(runner.measure().status, 0);
    const auto run = runner.run_file();
    ASSERT_EQ(run.launches.size(), 3u);
    for (const launch& l : run.launches) {
        EXPECT_EQ(l.find("inherited")->value, 1);
    }
}

TEST(status, two_timeouts_of_a_case_are_enough) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"misbehaves\"\nparams = { how = \"hangs\" }\n"
                          "measure = { launches = 4, time_limit_s = 0.5 }\n");
    EXPECT_EQ(runner.measure().status, 1);
    const auto run = runner.run_file();
    ASSERT_EQ(run.launches.size(), 4u);
    EXPECT_THAT(run.launches[1].reason, HasSubstr("did not end within 0.5 s"));
    EXPECT_THAT(run.launches[2].reason, HasSubstr("not tried again"));
    EXPECT_THAT(run.launches[3].reason, HasSubstr("not tried again"));
}

TEST(status, a_plugin_in_plain_c_runs) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"plain_c\"\n");
    EXPECT_EQ(runner.measure().status, 0);
}

TEST(status, engine_variables_do_not_reach_the_worker) {
    runner_process runner;
    runner.environment["BENCHMARK_LIST_TESTS"] = "true";
    runner.write_scenario("[[case]]\nworkload = \"spin\"\n");
    EXPECT_EQ(runner.measure().status, 0) << runner.read("out.txt");
}

} // namespace
