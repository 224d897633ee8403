// What is written: valid JSON whatever the texts hold, and a form that others may rely on.
// SPDX-License-Identifier: Apache-2.0
#include "record/writer.hpp"

#include "record/reader.hpp"
#include "sample_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace dyno::record {
namespace {

using nlohmann::json;
using testing::ElementsAre;

const std::string hostile = "C:\\hello \"quoted\"\n\x01\x7f \xff\xfe 😀 \u2028 </script> 12%";

/// A run in which every text is a hostile one.
run_file hostile_run() {
    run_file f = sample::whole_run();
    f.command = {hostile};
    f.scenario_name = f.scenario_path = f.scenario_effective = hostile;
    f.device.name = f.device.uuid = hostile;
    f.identity = {{hostile, {value(hostile), ""}}, {"unknown", {std::nullopt, hostile}}};
    f.plugins = {{hostile, hostile, hostile, hostile, hostile}};
    f.workloads[0].metrics[0].doc = hostile;
    f.cases[1].label = hostile;
    f.cases[1].parameters = {{hostile, hostile}};
    f.cases[1].environment = {{hostile, hostile}};
    f.warnings = {hostile};
    launch& l = f.launches[1];
    l.reason = l.log = hostile;
    l.notes = {{hostile, hostile}};
    l.warnings = {hostile};
    l.metrics[0].name = hostile;
    l.libraries[0] = {hostile, hostile, hostile};
    return f;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream from(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(from, line);) {
        lines.push_back(line);
    }
    return lines;
}

TEST(writer, hostile_texts_are_valid_json) {
    const run_file f = hostile_run();
    const json whole = json::parse(write(f)); // throws if it is not
    EXPECT_EQ(whole.at("launches").at(1).at("log"),
              "C:\\hello \"quoted\"\n\x01\x7f \ufffd\ufffd 😀 \u2028 </script> 12%");
    EXPECT_TRUE(json::accept(write_head(f)));
    EXPECT_TRUE(json::accept(write_line(f.launches[1])));
    EXPECT_EQ(lines_of(write_head(f)).size(), 1U);
    EXPECT_EQ(lines_of(write_line(f.launches[1])).size(), 1U);
}

TEST(writer, hostile_texts_are_read_back) {
    const run_file once = parse_run_file(write(hostile_run()), "f");
    EXPECT_EQ(parse_run_file(write(once), "f"), once);
    EXPECT_EQ(once.cases[1].label, "C:\\hello \"quoted\"\n\x01\x7f \ufffd\ufffd 😀 \u2028 "
                                   "</script> 12%");
}

/// The format as others read it: change it only with the schema's version and results/FORMAT.md.
TEST(writer, keys_of_a_run_file_are_pinned) {
    const auto keys = [](const json& object) {
        std::vector<std::string> all;
        for (const auto& [key, held] : object.items()) {
            all.push_back(key);
        }
        return all;
    };
    const json whole = json::parse(write(sample::whole_run()));
    EXPECT_THAT(keys(whole),
                ElementsAre("cases", "command", "device", "environment", "finished", "format",
                            "harness", "id", "launches", "levers", "plugins", "scenario", "schema",
                            "started", "state", "warnings", "workloads"));
    EXPECT_EQ(whole.at("format"), "gpudyno-run");
    EXPECT_EQ(whole.at("schema"), json({{"major", 1}, {"minor", 0}}));
    EXPECT_THAT(keys(whole.at("environment")), ElementsAre("circumstances", "identity", "unknown"));
    EXPECT_THAT(keys(whole.at("device")),
                ElementsAre("index", "kind", "l2_bytes", "memory_bytes", "multiprocessors", "name",
                            "pci_bus_id", "sm", "uuid"));
    EXPECT_THAT(
        keys(whole.at("cases").at(1)),
        ElementsAre("environment", "id", "label", "parameters", "plugin", "policy", "workload"));
    EXPECT_THAT(keys(whole.at("cases").at(1).at("policy")),
                ElementsAre("cache", "launches", "least_free_bytes", "max_samples", "max_time_s",
                            "max_warmup_s", "min_sample_s", "min_samples", "min_time_s",
                            "target_rel_ci", "time_limit_s", "warmup_s"));
    const json& launch = whole.at("launches").at(1);
    EXPECT_THAT(keys(launch), ElementsAre("case", "duration_s", "libraries", "log", "measurement",
                                          "metrics", "notes", "reason", "round", "started",
                                          "status", "telemetry", "warnings"));
    EXPECT_THAT(keys(launch.at("measurement")),
                ElementsAre("batch", "rel_ci", "resolution_s", "sample_starts_s", "settled",
                            "stopped_by", "warmup_iterations", "warmup_s"));
    EXPECT_THAT(keys(launch.at("metrics").at("time")),
                ElementsAre("better", "samples", "unit", "value"));
}

TEST(writer, unknown_is_null_and_never_a_number) {
    const json whole = json::parse(write(sample::whole_run()));
    EXPECT_TRUE(whole.at("environment").at("identity").at("gpu.ecc").is_null());
    EXPECT_EQ(whole.at("environment").at("unknown").at("gpu.ecc"), "not supported");
    EXPECT_TRUE(whole.at("launches").at(1).at("telemetry").at("sm_clock_min_mhz").is_null());
    EXPECT_TRUE(whole.at("launches").at(1).at("libraries").at(1).at("version").is_null());
    EXPECT_FALSE(whole.at("launches").at(0).contains("measurement"));
    EXPECT_FALSE(whole.at("launches").at(0).contains("duration_s"));
}

TEST(writer, a_journal_line_is_the_run_files_own) {
    const run_file f = sample::whole_run();
    const std::string text = write(f);
    for (const launch& l : f.launches) {
        EXPECT_NE(text.find(write_line(l)), std::string::npos);
    }
}

TEST(writer, each_launch_and_each_case_has_a_line) {
    const auto starts = [](const std::string& front) {
        const auto lines = lines_of(write(sample::whole_run()));
        return std::count_if(lines.begin(), lines.end(),
                             [&](const std::string& line) { return line.starts_with(front); });
    };
    EXPECT_EQ(starts("    {\"case\":"), 2);
    EXPECT_EQ(starts("    {\"id\":"), 2 + 1) << "cases and workloads";
    EXPECT_EQ(starts("  \""), 17) << "a line for each key of the top";
}

TEST(writer, empty_lists_are_valid_json) {
    run_file f = sample::whole_run();
    f.launches.clear();
    f.cases.clear();
    f.levers.clear();
    f.plugins.clear();
    f.warnings.clear();
    const json whole = json::parse(write(f));
    EXPECT_TRUE(whole.at("launches").empty() && whole.at("launches").is_array());
    EXPECT_TRUE(whole.at("cases").is_array());
    EXPECT_EQ(parse_run_file(write(f), "f"), f);
}

} // namespace
} // namespace dyno::record
