// Scenarios, options and places that are wrong: one clear line each, the right exit code, nothing
// lost.
// SPDX-License-Identifier: Apache-2.0
#include "runner_process.hpp"

#include <gmock/gmock.h>

#include <sys/resource.h>

namespace {

using testing::HasSubstr;
using testing::Not;

struct bad_text {
    const char* name;
    std::string text;
    const char* words;
};

class bad_scenario : public testing::TestWithParam<bad_text> {};

TEST_P(bad_scenario, is_refused_in_words) {
    runner_process runner;
    runner.write("s.toml", GetParam().text);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"check", "s.toml", "--plugins", GOOD_PLUGINS},
          std::vector<std::string>{"s.toml", "--output", "run.json", "--plugins", GOOD_PLUGINS}}) {
        const runner_end end = runner.run(words);
        EXPECT_EQ(end.status, 2);
        EXPECT_THAT(end.err, HasSubstr(GetParam().words));
        EXPECT_THAT(end.err, HasSubstr("s.toml"));
    }
    EXPECT_FALSE(runner.exists("run.json"));
    EXPECT_FALSE(runner.exists("run.json.journal.jsonl"));
}

std::string spin_case(const std::string& rest) {
    return "schema = 1\n[device]\nkind = \"cpu\"\n[[case]]\nworkload = \"spin\"\n" + rest;
}

const bad_text texts[] = {
    {"empty", "", "the file is empty"},
    {"binary", std::string("schema = 1\0\1\2", 13), "binary"},
    {"utf16", std::string("\xff\xfes\0c\0", 6), "UTF-16"},
    {"huge", std::string(100u << 20, '#'), "larger than 4 MiB"},
    {"syntax", "schema = 1\nname = \n", "s.toml:2"},
    {"no_schema", "[[case]]\nworkload = \"spin\"\n", "'schema = 1'"},
    {"no_case", "schema = 1\n", "at least one [[case]]"},
    {"unknown_key", "schema = 1\n[measure]\nwarmup_itres = 3\n[[case]]\nworkload = \"spin\"\n",
     "s.toml:3: unknown key 'warmup_itres' in [measure]"},
    {"unknown_table", "schema = 1\n[[scenrio]]\n[[case]]\nworkload = \"spin\"\n",
     "unknown key 'scenrio'"},
    {"unknown_parameter", spin_case("params = { sise = 3 }\n"),
     "has no parameter 'sise'; did you mean 'size'?"},
    {"nan", spin_case("params = { length_us = nan }\n"), "'length_us' is a number"},
    {"inf", spin_case("params = { length_us = inf }\n"), "not inf"},
    {"negative", spin_case("params = { size = -1 }\n"), "from 1 to 1048576, not -1"},
    {"zero", spin_case("params = { size = 0 }\n"), "from 1 to 1048576, not 0"},
    {"two_to_63", spin_case("params = { size = 9223372036854775808 }\n"), "s.toml:6"},
    {"wrong_type", spin_case("params = { size = \"big\" }\n"), "is a whole number"},
    {"wrong_word", spin_case("params = { word = \"tow\" }\n"), "did you mean 'two'?"},
    {"refused_by_the_plugin", spin_case("params = { size = 13 }\n"), "size 13 is refused"},
    {"path_as_workload", "schema = 1\n[[case]]\nworkload = \"../spin\"\n",
     "no plugin offers the workload '../spin'"},
    {"measure_nan", "schema = 1\n[measure]\nmin_time_s = nan\n[[case]]\nworkload = \"spin\"\n",
     "'min_time_s' of [measure] is a number from 0"},
    {"several_selectors",
     "schema = 1\n[device]\nkind = \"cuda\"\nselect = [0, 1]\n[[case]]\nworkload = \"spin\"\n",
     "'select' is one device"},
    {"same_case_twice", spin_case("[[case]]\nworkload = \"spin\"\n"), "measures the same"},
    {"given_twice", spin_case("params = { size = 1 }\nsweep = { size = [1] }\n"),
     "'size' is given twice"},
};

INSTANTIATE_TEST_SUITE_P(each, bad_scenario, testing::ValuesIn(texts),
                         [](const auto& one) { return one.param.name; });

TEST(bad_input, all_errors_of_sense_are_told_in_one_go) {
    runner_process runner;
    runner.write("s.toml", "schema = 1\n[measure]\nwarmup_itres = 3\n[[scenrio]]\n[[case]]\n"
                           "workload = \"spin\"\nparams = { lenght_us = 1, how = \"not\" }\n");
    const runner_end end = runner.run({"check", "s.toml", "--plugins", GOOD_PLUGINS});
    EXPECT_EQ(end.status, 2);
    EXPECT_THAT(end.err, HasSubstr("unknown key 'warmup_itres'"));
    EXPECT_THAT(end.err, HasSubstr("unknown key 'scenrio'"));
    EXPECT_THAT(end.err, HasSubstr("'lenght_us'; did you mean 'length_us'?"));
    EXPECT_THAT(end.err, HasSubstr("has no parameter 'how'"));
}

TEST(bad_input, misspelt_commands_get_the_nearest) {
    runner_process runner;
    const runner_end end = runner.run({"pluggins"});
    EXPECT_EQ(end.status, 2);
    EXPECT_THAT(end.err, HasSubstr("did you mean 'runner plugins'?"));
}

TEST(bad_input, usage_errors_are_2) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"spin\"\n");
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{},
                                               {"nowhere.toml"},
                                               {"run"},
                                               {"--no-such-option", "s.toml"},
                                               {"s.toml", "--plugins", "nowhere"},
                                               {"s.toml", "--set", "measure.launches"},
                                               {"s.toml", "--set", "measure.lunches=2"},
                                               {"s.toml", "--set", "case.none.params.size=2"},
                                               {"run", "--resume=nowhere.json"},
                                               {"describe"},
                                               {"describe", "no_such_workload"},
                                               {"check"}}) {
        const runner_end end = runner.run(words);
        EXPECT_EQ(end.status, 2) << testing::PrintToString(words);
        EXPECT_FALSE((end.err + end.out).empty()) << testing::PrintToString(words);
    }
}

TEST(bad_input, bug_resume_measured_in_a_dry_run_and_passed_over_options) {
    runner_process runner;
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"--dry-run"},
                                               {"--set", "measure.launches=2"},
                                               {"--output", "other.json"},
                                               {"s.toml"}}) {
        std::vector<std::string> all{"run", "--resume=gone.json"};
        all.insert(all.end(), words.begin(), words.end());
        const runner_end end = runner.run(all);
        EXPECT_EQ(end.status, 2);
        EXPECT_THAT(end.err, HasSubstr("leave "));
        EXPECT_THAT(end.err, HasSubstr(words.front()));
        EXPECT_THAT(end.err, HasSubstr(" out\n"));
    }
}

TEST(bad_input, a_run_file_is_never_overwritten) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"spin\"\n");
    runner.write("run.json", "precious");
    const runner_end end = runner.measure();
    EXPECT_EQ(end.status, 2);
    EXPECT_THAT(end.err, HasSubstr("never overwritten"));
    EXPECT_EQ(runner.read("run.json"), "precious");
}

TEST(bad_input, a_folder_that_cannot_be_made) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"spin\"\n");
    runner.write("results", "a file where the folder should be");
    const runner_end end = runner.run({"s.toml", "--plugins", GOOD_PLUGINS});
    EXPECT_EQ(end.status, 3);
    EXPECT_THAT(end.err, HasSubstr("results"));
}

TEST(bad_input, a_full_disk_keeps_what_was_measured) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"spin\"\nmeasure = { launches = 40 }\n");
    // A limit of the file's size stands in for the disk's: the same failed write.
    const runner_end end =
        runner.run({"s.toml", "--output", "run.json", "--plugins", GOOD_PLUGINS}, [] {
            const rlimit limit{20000, RLIM_INFINITY};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        });
    EXPECT_EQ(end.status, 3) << end.err;
    EXPECT_THAT(end.err, HasSubstr("--resume=run.json"));
    const auto journal = runner.run_file("run.json.journal.jsonl");
    EXPECT_GT(journal.launches.size(), 0u);
    EXPECT_LT(journal.launches.size(), 40u);
    const runner_end resumed = runner.run({"run", "--resume=run.json", "--plugins", GOOD_PLUGINS});
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_EQ(runner.run_file().launches.size(), 40u);
}

TEST(bad_input, no_plugin_is_nothing_to_measure) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"nobody_offers_this\"\n");
    const runner_end end = runner.run({"s.toml", "--output", "run.json"});
    EXPECT_EQ(end.status, 3);
    EXPECT_THAT(end.out, HasSubstr("no plugin offers the workload 'nobody_offers_this'"));
    EXPECT_TRUE(runner.run_file().launches.at(0).metrics.empty());
}

TEST(bad_input, bug_a_plugin_that_does_not_load_hid_a_working_one) {
    runner_process runner;
    runner.write_scenario("[[case]]\nworkload = \"spin\"\n");
    std::ifstream good(GOOD_PLUGINS "/spin.so", std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(good), {}};
    // A library that is nowhere in place of one that it needs.
    const std::string needed = "libc.so.6";
    for (std::size_t at = 0; (at = bytes.find(needed, at)) != std::string::npos; ++at) {
        bytes.replace(at, needed.size(), "libz.so.X");
    }
    runner.write("tr/spin.so", bytes);
    const runner_end end = runner.run(
        {"s.toml", "--output", "run.json", "--plugins", "tr", "--plugins", GOOD_PLUGINS});
    EXPECT_EQ(end.status, 0) << end.err << end.out;
    EXPECT_THAT(end.err, HasSubstr("warning: plugin spin in "));
    EXPECT_THAT(end.err, HasSubstr("/tr cannot be used: "));
    EXPECT_THAT(end.err, HasSubstr("libz.so.X"));
    EXPECT_THAT(runner.run_file().warnings.at(0), HasSubstr("/tr cannot be used: "));
}

TEST(bad_input, a_cuda_scenario_without_cuda_has_no_number) {
    runner_process runner;
    runner.write("s.toml", std::string("schema = 1\n[device]\nkind = \"cuda\"\n") +
                               runner_process::quick_policy + "[[case]]\nworkload = \"spin\"\n");
    runner.environment["LD_LIBRARY_PATH"] = NO_DRIVER;
    const runner_end end = runner.measure();
    EXPECT_EQ(end.status, 3);
    const auto run = runner.run_file();
    for (const auto& l : run.launches) {
        EXPECT_EQ(l.status, dyno::record::status::no_device);
        EXPECT_TRUE(l.metrics.empty());
        EXPECT_FALSE(l.reason.empty());
    }
    EXPECT_THAT(end.out, Not(HasSubstr("µs")));
}

TEST(bad_input, bug_terminal_escapes_of_a_scenario_reached_the_terminal) {
    runner_process runner;
    runner.write("s.toml", "schema = 1\n\"\\u001b[31mX\\u001b]0;t\\u0007\" = 1\n[[case]]\n"
                           "workload = \"spin\"\n");
    const runner_end end = runner.run({"check", "s.toml", "--plugins", GOOD_PLUGINS});
    EXPECT_EQ(end.status, 2);
    EXPECT_THAT(end.err, HasSubstr("unknown key '\\x1b[31mX"));
    EXPECT_THAT(end.err, Not(HasSubstr("\x1b")));
    EXPECT_THAT(end.err, Not(HasSubstr("\x07")));
}

TEST(bad_input, bug_an_output_that_takes_nothing_looked_fine) {
    runner_process runner;
    for (const char* word : {"--help", "--version"}) {
        const runner_end end = runner.run({word}, [] { ::dup2(::open("/dev/full", O_WRONLY), 1); });
        EXPECT_EQ(end.status, 3) << word;
        EXPECT_THAT(end.err, HasSubstr("cannot write to the standard output")) << word;
    }
}

} // namespace
