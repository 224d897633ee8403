// SPDX-License-Identifier: Apache-2.0
#include "record/reader.hpp"

#include "record/error.hpp"
#include "record/writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace dyno::record;

namespace {

run_file small_run() {
    run_file f;
    f.id = "r1";
    f.state = run_state::complete;
    f.started = "2026-01-31T12:00:00Z";
    f.device.kind = device_kind::cpu;
    f.device.name = "A processor";
    f.identity["driver.version"] = {std::nullopt, "no driver"};
    run_case c;
    c.workload = "gemm";
    c.parameters["m"] = std::int64_t{64};
    f.cases.push_back(c);
    for (int round = 1; round <= 2; ++round) {
        launch l;
        l.round = round;
        l.status = status::ok;
        l.measurement = measurement{};
        l.measurement->stopped_by = "max_samples";
        l.measurement->sample_starts_s = {1, 2, 3};
        l.metrics.push_back({"time", "s", direction::lower, 0.5, {0.5, 0.25, 0.75}});
        l.libraries.push_back({"libblas.so.3", "", "/usr/lib/libblas.so.3"});
        f.launches.push_back(l);
    }
    return f;
}

std::string journal_of(const run_file& f) {
    std::string text = write_head(f) + "\n";
    for (const launch& l : f.launches) {
        text += write_line(l) + "\n";
    }
    return text;
}

std::string message_of(const std::string& text) {
    try {
        (void)parse_run_file(text, "f.json");
    } catch (const dyno::error& failure) {
        return failure.what();
    }
    return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

} // namespace

TEST(reader, reads_back_what_was_written) {
    const std::string text = write(small_run());
    const run_file back = parse_run_file(text, "f.json");
    EXPECT_EQ(write(back), text);
    EXPECT_EQ(write(parse_run_file(journal_of(small_run()), "f.jsonl")), text);
}

TEST(reader, can_leave_out_samples) {
    const run_file back = parse_run_file(write(small_run()), "f.json", samples::leave_out);
    ASSERT_EQ(back.launches.size(), 2u);
    EXPECT_EQ(back.launches[0].metrics[0].value, 0.5);
    EXPECT_TRUE(back.launches[0].metrics[0].samples.empty());
    EXPECT_TRUE(back.launches[0].measurement->sample_starts_s.empty());
    EXPECT_NE(message_of(replaced(write(small_run()), "0.25", "NaN")), "")
        << "checked all the same";
}

TEST(reader, a_run_file_on_one_line_is_no_journal) {
    const std::string text = nlohmann::ordered_json::parse(write(small_run())).dump() + "\n";
    EXPECT_EQ(parse_run_file(text, "f.json").launches.size(), 2u);
}

TEST(reader, a_journal_may_be_cut_short_anywhere_after_its_head) {
    const std::string text = journal_of(small_run());
    const std::size_t head = text.find('\n') + 1, second = text.find('\n', head) + 1;
    for (std::size_t end = head; end <= text.size(); ++end) {
        const std::size_t launches = end < second ? 0 : end < text.size() ? 1 : 2;
        ASSERT_EQ(parse_run_file(text.substr(0, end), "f").launches.size(), launches) << end;
    }
    EXPECT_NE(message_of(text.substr(0, head - 1)), "");
}

TEST(reader, a_run_file_may_not_be_cut_short) {
    const std::string text = write(small_run());
    for (std::size_t end = 0; end + 2 < text.size(); end += 7) {
        ASSERT_NE(message_of(text.substr(0, end)), "") << end;
    }
}

TEST(reader, says_what_is_wrong_and_where) {
    const std::string text = write(small_run());
    EXPECT_EQ(message_of("  \n"), "f.json: the file is empty");
    EXPECT_EQ(message_of("{}"), "f.json: not a run file of this project (\"format\" is not "
                                "\"gpudyno-run\")");
    EXPECT_EQ(message_of(replaced(text, "\"major\":1", "\"major\":9")),
              "f.json: run file of schema 9.0; this program reads schema 1");
    EXPECT_EQ(message_of(replaced(text, "\"value\":0.5", "\"value\":\"fast\"")),
              "f.json: run file.launches[0].metrics.time.value: a number is wanted here");
    EXPECT_EQ(message_of(replaced(text, "\"round\":2,", "")),
              "f.json: run file.launches[1]: the key 'round' is missing");
    EXPECT_EQ(message_of(replaced(text, "\"case\":0", "\"case\":7")),
              "f.json: launches[0].case: there is no case 7");
    EXPECT_EQ(message_of(replaced(text, "[0.5,0.25,0.75]", "[0.5,null,0.75]")),
              "f.json: run file.launches[0].metrics.time.samples: an array of numbers is wanted "
              "here");
    EXPECT_EQ(message_of(replaced(journal_of(small_run()), "\"round\":2,", "")),
              "f.json: line 3: the key 'round' is missing");
    EXPECT_THAT(message_of(replaced(text, "\"launches\": ", "\"lunches\": ")),
                testing::HasSubstr("the key 'launches' is missing"));
}

TEST(reader, another_schema_is_refused_as_that_even_if_launches_come_first) {
    EXPECT_EQ(message_of(R"({"launches": [{"new": 1}], "format": "gpudyno-run",
                             "schema": {"major": 2, "minor": 3}})"),
              "f.json: run file of schema 2.3; this program reads schema 1");
}

TEST(reader, passes_over_keys_of_a_newer_minor_version) {
    std::string text = write(small_run());
    text = replaced(text, "\"minor\":0", "\"minor\":7");
    text = replaced(text, "\"round\":1", "\"round\":1,\"gadget\":{\"deep\":[1,null,{\"x\":[]}]}");
    EXPECT_EQ(parse_run_file(text, "f.json").launches.size(), 2u);
}
