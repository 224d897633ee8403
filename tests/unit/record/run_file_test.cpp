// Every field of a run file and of a journal, written and read back, or refused.
// SPDX-License-Identifier: Apache-2.0
#include "record/reader.hpp"

#include "record/writer.hpp"
#include "sample_run.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace dyno::record {
namespace {

using nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string journal_of(const run_file& f) {
    std::string text = write_head(f) + "\n";
    for (const launch& l : f.launches) {
        text += write_line(l) + "\n";
    }
    return text;
}

/// The sample's text with one thing changed in it.
template <class Change>
std::string changed(Change change) {
    ordered_json whole = ordered_json::parse(write(sample::whole_run()));
    change(whole);
    return whole.dump(1);
}

std::string refusal(const std::string& text) {
    return thrown_message([&] { (void)parse_run_file(text, "f.json"); });
}

/// The sample's text with its first `from` written as `to`.
std::string rewritten(const std::string& from, const std::string& to) {
    std::string text = write(sample::whole_run());
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(run_file, every_field_of_a_run_file_comes_back) {
    const run_file f = sample::whole_run();
    EXPECT_EQ(parse_run_file(write(f), "f"), f);
}

TEST(run_file, every_field_of_a_journal_comes_back) {
    run_file f = sample::whole_run();
    f.state = run_state::running;
    f.finished.clear();
    EXPECT_EQ(parse_run_file(journal_of(f), "f"), f);
    f.launches.clear();
    EXPECT_EQ(parse_run_file(journal_of(f), "f"), f);
}

TEST(run_file, numbers_come_back_to_the_last_bit) {
    const run_file f = parse_run_file(write(sample::whole_run()), "f");
    EXPECT_EQ(f.launches[1].metrics[0].samples[2], 1e-310);
    EXPECT_TRUE(std::signbit(f.launches[1].metrics[2].value));
    // A real number without a fraction stays a real number.
    EXPECT_TRUE(std::holds_alternative<double>(f.cases[1].parameters.at("whole")));
    EXPECT_TRUE(std::holds_alternative<std::int64_t>(f.cases[1].parameters.at("m")));
}

TEST(run_file, a_journal_cut_anywhere_in_its_last_line_lacks_that_launch) {
    const std::string text = journal_of(sample::whole_run());
    const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
    for (std::size_t end = last; end < text.size(); end += 97) {
        EXPECT_EQ(parse_run_file(text.substr(0, end), "f").launches.size(), 1U) << end;
    }
    EXPECT_EQ(parse_run_file(text.substr(0, text.size() - 1), "f").launches.size(), 1U);
}

TEST(run_file, a_journal_broken_in_its_middle_names_the_line) {
    std::string text = journal_of(sample::whole_run());
    const std::size_t second = text.find('\n') + 1;
    text[second] = '?';
    EXPECT_THAT(refusal(text), StartsWith("f.json: run file: not valid JSON: line 2, column 1: "));
    EXPECT_THAT(refusal("{}\n"), HasSubstr("not a run file of this project"));
}

TEST(run_file, a_journal_cut_in_its_first_line_is_refused) {
    const std::string text = journal_of(sample::whole_run());
    EXPECT_THAT(refusal(text.substr(0, 100)), HasSubstr("not valid JSON"));
    EXPECT_EQ(refusal(text.substr(0, text.find('\n'))),
              "f.json: run file: the key 'launches' is missing");
}

TEST(run_file, bug_a_run_file_on_one_line_was_read_as_a_journal_without_launches) {
    const run_file f = sample::whole_run();
    const std::string compact = ordered_json::parse(write(f)).dump();
    EXPECT_EQ(parse_run_file(compact + "\n", "f"), f);
    EXPECT_EQ(parse_run_file(compact, "f"), f);
    // Any other layout, too.
    std::string joined = write(f);
    joined.replace(joined.find("{\n"), 2, "{");
    EXPECT_EQ(parse_run_file(joined, "f"), f);
}

TEST(run_file, files_from_windows_editors_are_read) {
    const scoped_folder folder;
    const run_file f = sample::whole_run();
    std::string text;
    for (const char c : write(f)) {
        text += c == '\n' ? "\r\n" : std::string(1, c);
    }
    folder.write("f.json", "\xef\xbb\xbf" + text);
    EXPECT_EQ(read_run_file(folder.path() / "f.json"), f);
    text.clear();
    for (const char c : journal_of(f)) {
        text += c == '\n' ? "\r\n" : std::string(1, c);
    }
    folder.write("f.jsonl", "\xef\xbb\xbf" + text);
    EXPECT_EQ(read_run_file(folder.path() / "f.jsonl"), f);
}

TEST(run_file, keys_of_a_newer_minor_version_are_passed_over) {
    const run_file f = parse_run_file(changed([](auto& whole) {
                                          whole["schema"]["minor"] = 7;
                                          whole["novelty"] = {{"a", 1}};
                                          whole["launches"][1]["novelty"] = nullptr;
                                          whole["cases"][0]["policy"]["novelty"] = "x";
                                      }),
                                      "f");
    EXPECT_EQ(f.minor, 7);
    EXPECT_EQ(f.launches, sample::whole_run().launches);
}

TEST(run_file, another_major_version_is_refused_by_number) {
    EXPECT_EQ(refusal(changed([](auto& whole) {
                  whole["schema"] = {{"major", 9}, {"minor", 2}};
              })),
              "f.json: run file of schema 9.2; this program reads schema 1");
}

TEST(run_file, what_is_no_run_file_is_refused) {
    EXPECT_EQ(refusal(""), "f.json: the file is empty");
    EXPECT_EQ(refusal(" \n\r\n\t"), "f.json: the file is empty");
    EXPECT_THAT(refusal("[]"), HasSubstr("line 1, column 1: '{' is wanted here"));
    EXPECT_THAT(refusal("null\n"), HasSubstr("line 1, column 1: '{' is wanted here"));
    EXPECT_THAT(refusal("{}"), HasSubstr("not a run file of this project"));
    EXPECT_THAT(refusal(R"({"format": 3})"), HasSubstr(".format: a text is wanted here"));
    EXPECT_THAT(refusal(R"({"context": {}, "benchmarks": []})"),
                HasSubstr("not a run file of this project"));
    EXPECT_THAT(refusal("a = 1"), HasSubstr("not valid JSON"));
    EXPECT_THAT(refusal(write(sample::whole_run()) + "x"), HasSubstr("not valid JSON"));
    EXPECT_THAT(refusal(std::string(200'000, '[')), HasSubstr("not valid JSON"));
}

TEST(run_file, numbers_that_are_none_are_refused_with_their_place) {
    for (const std::string number : {"NaN", "-nan", "Infinity", "inf", "1e999", "-1e999", "0x1",
                                     ".5", "1.", "01", "+1", "1e"}) {
        EXPECT_THAT(refusal(rewritten("\"value\":0.30000000000000004", "\"value\":" + number)),
                    AllOf(StartsWith("f.json: run file: not valid JSON: "), HasSubstr("line ")))
            << number;
    }
    EXPECT_EQ(refusal(rewritten("\"value\":0.30000000000000004", "\"value\":null")),
              "f.json: run file.launches[1].metrics.time.value: a number is wanted here");
}

TEST(run_file, broken_utf_8_is_refused) {
    EXPECT_THAT(refusal(rewritten("not settled", "not \xff settled")), HasSubstr("not valid JSON"));
}

/// Takes away each key of each object in turn. Only those that the format calls optional may go.
TEST(run_file, a_missing_key_is_named) {
    const std::string optional_keys[] = {// What is null or absent when it does not apply.
                                         "/finished",         "/index",  "/uuid",    "/pci_bus_id",
                                         "/least_free_bytes", "/reason", "/started", "/duration_s",
                                         "/measurement",      "/rel_ci", "/samples", "/version",
                                         "/telemetry",        "/log",    "/low",     "/high"};
    const ordered_json whole = ordered_json::parse(write(sample::whole_run()));
    std::size_t refused = 0;
    const ordered_json flat = whole.flatten();
    for (const auto& [pointer, held] : flat.items()) {
        for (std::string at = pointer; !at.empty(); at.erase(at.rfind('/'))) {
            const auto where = ordered_json::json_pointer(at);
            const std::string key = at.substr(at.rfind('/') + 1);
            const bool names_are_free = at.find("/parameters/") != std::string::npos ||
                                        at.find("/defaults/") != std::string::npos ||
                                        at.find("/environment/") != std::string::npos ||
                                        at.find("/from/") != std::string::npos ||
                                        at.find("/to/") != std::string::npos ||
                                        at.find("/notes/") != std::string::npos ||
                                        at.find("/telemetry/") != std::string::npos ||
                                        where.parent_pointer().to_string().ends_with("/metrics") ||
                                        whole.at(where.parent_pointer()).is_array();
            const bool may_go =
                std::any_of(std::begin(optional_keys), std::end(optional_keys),
                            [&](const std::string& tail) { return at.ends_with(tail); });
            // "started" of the run itself, and versions of programs, are needed.
            const bool is_needed =
                at == "/started" || at == "/harness/version" || at.starts_with("/plugins/");
            if (names_are_free || (may_go && !is_needed)) {
                continue;
            }
            ordered_json without = whole;
            without.at(where.parent_pointer()).erase(key);
            EXPECT_THAT(refusal(without.dump()),
                        testing::AnyOf(HasSubstr("the key '" + key + "' is missing"),
                                       HasSubstr("not a run file of this project")))
                << at;
            ++refused;
        }
    }
    EXPECT_GT(refused, 200U);
}

TEST(run_file, a_key_of_another_type_is_named) {
    const std::pair<const char*, const char*> wrong[] = {
        {"/id", "run file.id: a text is wanted here"},
        {"/state", "run file.state: a text is wanted here"},
        {"/command", "run file.command: an array is wanted here"},
        {"/schema/major", "run file.schema.major: a whole number is wanted here"},
        {"/scenario", "run file.scenario: an object is wanted here"},
        {"/device/kind", "run file.device.kind: a text is wanted here"},
        {"/device/memory_bytes", "run file.device.memory_bytes: a whole number is wanted here"},
        {"/environment/identity", "run file.environment.identity: an object is wanted here"},
        {"/plugins", "run file.plugins: an array is wanted here"},
        {"/plugins/0", "run file.plugins[0]: an object is wanted here"},
        {"/cases/0/policy/warmup_s", "run file.cases[0].policy.warmup_s: a number is wanted here"},
        {"/cases/1/parameters/m",
         "run file.cases[1].parameters.m: a number, a text or a truth value is wanted here"},
        {"/cases/1/environment/NVIDIA_TF32_OVERRIDE",
         "run file.cases[1].environment.NVIDIA_TF32_OVERRIDE: a text is wanted here"},
        {"/launches/1/case", "run file.launches[1].case: a whole number is wanted here"},
        {"/launches/1/metrics/time", "run file.launches[1].metrics.time: an object is wanted here"},
        {"/launches/1/metrics/time/samples",
         "run file.launches[1].metrics.time.samples: an array of numbers is wanted here"},
        {"/launches/1/metrics/time/samples/1",
         "run file.launches[1].metrics.time.samples: an array of numbers is wanted here"},
        {"/launches/1/warnings/0",
         "run file.launches[1].warnings: an array of texts is wanted here"},
        {"/launches/1/measurement/settled",
         "run file.launches[1].measurement.settled: true or false is wanted here"},
        {"/launches/1/telemetry/event_reason_shares",
         "run file.launches[1].telemetry.event_reason_shares: an object is wanted here"},
    };
    for (const auto& [pointer, message] : wrong) {
        const std::string text = changed([&](ordered_json& whole) {
            // A value that is of no type that anything wants, except an array of arrays.
            ordered_json& at = whole[ordered_json::json_pointer(pointer)];
            at = at.is_array() ? ordered_json("x") : ordered_json::array({ordered_json::array()});
        });
        EXPECT_EQ(refusal(text), std::string("f.json: ") + message);
    }
}

TEST(run_file, words_and_numbers_out_of_range_are_named_with_their_place) {
    const auto with = [](const char* pointer, const ordered_json& held) {
        return refusal(
            changed([&](auto& whole) { whole[ordered_json::json_pointer(pointer)] = held; }));
    };
    EXPECT_EQ(with("/launches/1/status", "okay"),
              "f.json: run file.launches[1].status: 'okay' is not a status");
    EXPECT_EQ(with("/state", ""), "f.json: run file.state: '' is not a state of a run");
    EXPECT_EQ(with("/device/kind", "tpu"),
              "f.json: run file.device.kind: 'tpu' is not a kind of device");
    EXPECT_EQ(with("/launches/1/metrics/time/better", "up"),
              "f.json: run file.launches[1].metrics.time.better: 'up' is not a direction");
    EXPECT_EQ(with("/cases/1/policy/cache", "hot"), "f.json: run file.cases[1].policy.cache: 'hot' "
                                                    "is not a cache state (warm, cold)");
    EXPECT_EQ(with("/launches/1/case", -1),
              "f.json: run file.launches[1].case: an index of a case is wanted here");
    EXPECT_EQ(with("/launches/1/case", 2), "f.json: launches[1].case: there is no case 2");
    EXPECT_EQ(with("/launches/1/case", 1.0),
              "f.json: run file.launches[1].case: a whole number is wanted here");
    EXPECT_EQ(with("/cases/1/parameters/m", std::uint64_t{1} << 63),
              "f.json: run file.cases[1].parameters.m: a whole number below 2^63 is wanted here");
    EXPECT_EQ(with("/launches/1/measurement/batch", std::uint64_t{1} << 63),
              "f.json: run file.launches[1].measurement.batch: a whole number below 2^63 is wanted "
              "here");
}

TEST(run_file, bug_numbers_that_do_not_fit_were_cut_to_size) {
    const auto with = [](const char* pointer, std::int64_t number) {
        return refusal(
            changed([&](auto& whole) { whole[ordered_json::json_pointer(pointer)] = number; }));
    };
    EXPECT_EQ(
        with("/launches/1/round", (std::int64_t{1} << 32) + 1),
        "f.json: run file.launches[1].round: a whole number from 0 to 2147483647 is wanted here");
    EXPECT_EQ(with("/cases/0/policy/launches", (std::int64_t{1} << 32) + 5),
              "f.json: run file.cases[0].policy.launches: a whole number from 0 to "
              "2147483647 is wanted here");
    EXPECT_EQ(with("/device/memory_bytes", -1),
              "f.json: run file.device.memory_bytes: a whole number from 0 to "
              "9223372036854775807 is wanted here");
    EXPECT_EQ(with("/cases/1/policy/least_free_bytes", -5),
              "f.json: run file.cases[1].policy.least_free_bytes: a whole number from 0 to "
              "9223372036854775807 is wanted here");
}

TEST(run_file, a_file_that_cannot_be_read_is_named) {
    const scoped_folder folder;
    EXPECT_EQ(thrown_message([&] { (void)read_run_file(folder.path() / "gone.json"); }),
              (folder.path() / "gone.json").string() + ": cannot open: No such file or directory");
    folder.write("f.json", "{");
    EXPECT_THAT(thrown_message([&] { (void)read_run_file(folder.path() / "f.json"); }),
                StartsWith((folder.path() / "f.json").string() + ": run file: not valid JSON"));
}

} // namespace
} // namespace dyno::record
