// SPDX-License-Identifier: Apache-2.0
#include "run/run_head.hpp"

#include "record/reader.hpp"
#include "record/writer.hpp"
#include "sample_run.hpp"
#include "scoped_environment.hpp"
#include "scoped_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::value;
using testing::ElementsAre;
using testing::IsEmpty;

const fs::path plugins = TEST_PLUGINS;

TEST(differences, none_between_a_run_and_itself) {
    const record::run_file run = sample::whole_run();
    EXPECT_THAT(differences_between(run, run), IsEmpty());
}

TEST(differences, each_part_of_the_identity_is_named) {
    const record::run_file was = sample::whole_run();
    const auto differ = [&](const std::function<void(record::run_file&)>& change) {
        record::run_file is = was;
        change(is);
        return differences_between(was, is);
    };
    EXPECT_THAT(differ([](auto& f) { f.harness_version = "0.2.0"; }),
                ElementsAre("runner: was 0.1.0, is 0.2.0"));
    EXPECT_THAT(differ([](auto& f) { f.device.name = "NVIDIA H100"; }),
                ElementsAre("device: was NVIDIA Test GPU GPU-5d3a0000, is NVIDIA H100 "
                            "GPU-5d3a0000"));
    EXPECT_THAT(differ([](auto& f) { f.device.uuid = "GPU-9999"; }),
                ElementsAre("device: was NVIDIA Test GPU GPU-5d3a0000, is NVIDIA Test GPU "
                            "GPU-9999"));
    EXPECT_THAT(differ([](auto& f) { f.plugins[0].build_id = "01"; }),
                ElementsAre("plugin gemm_cuda: was built anew (build-id 00ff, now 01)"));
    EXPECT_THAT(differ([](auto& f) { f.plugins.clear(); }),
                ElementsAre("plugin gemm_cuda: is not found any more"));
    EXPECT_THAT(differ([](auto& f) {
                    f.identity["driver.version"] = {value(std::string("590.1")), ""};
                    f.identity.erase("host.wsl");
                    f.identity["env.LD_PRELOAD"] = {value(std::string("x.so")), ""};
                    f.identity["gpu.ecc"] = {value(true), ""};
                }),
                ElementsAre("driver.version: was 580.65.06, is 590.1",
                            "env.LD_PRELOAD: was absent, is x.so", "gpu.ecc: was unknown, is true",
                            "host.wsl: was false, is absent"));
}

TEST(differences, every_part_of_a_case_counts) {
    const record::run_file was = sample::whole_run();
    const std::function<void(record::run_case&)> changes[] = {
        [](auto& c) { c.workload = "x"; },
        [](auto& c) { c.plugin = "x"; },
        [](auto& c) { c.parameters["m"] = std::int64_t{2}; },
        [](auto& c) { c.parameters["m"] = 1.0; },
        [](auto& c) { c.policy.launches = 9; },
        [](auto& c) { c.policy.cache = record::cache_state::warm; },
        [](auto& c) { c.environment["X"] = ""; },
    };
    for (const auto& change : changes) {
        record::run_file is = was;
        change(is.cases[1]);
        EXPECT_THAT(differences_between(was, is), ElementsAre("the scenario's cases"));
    }
    record::run_file is = was;
    is.cases.pop_back();
    EXPECT_THAT(differences_between(was, is), ElementsAre("the scenario's cases"));
}

TEST(differences, circumstances_and_labels_do_not_count) {
    const record::run_file was = sample::whole_run();
    record::run_file is = was;
    is.circumstances.clear();
    is.cases[1].label = is.cases[1].id = "renamed";
    is.id = is.started = is.scenario_path = "other";
    is.command.clear();
    is.device.index = 7;
    EXPECT_THAT(differences_between(was, is), IsEmpty());
}

TEST(differences, what_was_unknown_and_still_is_is_no_difference) {
    const record::run_file was = sample::whole_run();
    record::run_file is = was;
    is.identity["gpu.ecc"].reason = "for another reason";
    EXPECT_THAT(differences_between(was, is), IsEmpty());
}

/// Two plugins for two kinds of device that declare one workload in two ways.
preparation ready_for(const scoped_folder& folder, record::device_kind kind) {
    fs::copy_file(plugins / "good/spin.so", folder.path() / "a.so");
    fs::copy_file(plugins / "good/plain_c.so", folder.path() / "b.so");
    preparation ready;
    ready.catalog = catalog::find({folder.path()}, [](const fs::path& path) {
        const bool cpu = path.filename() == "a.so";
        record::workload_declaration w;
        w.id = "gemm";
        w.on_cpu = cpu;
        w.on_cuda = !cpu;
        record::parameter_declaration m;
        m.name = cpu ? "threads" : "algorithm";
        m.type = record::value_type::integer;
        m.fallback_toml = "7";
        w.parameters = {m};
        w.metrics = {{cpu ? "cpu_rate" : "gpu_rate", "FLOP/s", record::direction::higher, ""}};
        return record::plugin_declaration{cpu ? "spin" : "plain_c", "1.0.0", "b", 0x10000, {w}};
    });
    const auto offer = ready.catalog.find_workload("gemm", kind);
    planned_case c;
    c.recorded.workload = "gemm";
    c.recorded.plugin = offer->plugin->tag->name;
    c.plugin_path = offer->plugin->path;
    ready.cases = {c, c};
    ready.scenario.name = "s";
    return ready;
}

TEST(run_head, bug_the_workload_was_recorded_as_another_kinds_plugin_declares_it) {
    for (const auto kind : {record::device_kind::cpu, record::device_kind::cuda}) {
        const scoped_folder folder;
        const preparation ready = ready_for(folder, kind);
        const record::run_file head = make_run_head(ready, {}, {});
        ASSERT_EQ(head.workloads.size(), 1U);
        const bool cpu = kind == record::device_kind::cpu;
        EXPECT_EQ(head.workloads[0].defaults.begin()->first, cpu ? "threads" : "algorithm");
        EXPECT_EQ(head.workloads[0].metrics[0].name, cpu ? "cpu_rate" : "gpu_rate");
        ASSERT_EQ(head.plugins.size(), 1U) << "only those that are used";
        EXPECT_EQ(head.plugins[0].name, cpu ? "spin" : "plain_c");
        EXPECT_EQ(head.plugins[0].build_id.size(), 40U);
    }
}

TEST(run_head, is_a_whole_run_file_without_launches) {
    const scoped_folder folder;
    const preparation ready = ready_for(folder, record::device_kind::cpu);
    record::fact_sheet gpu;
    gpu.identity["driver.version"] = {value(std::string("580")), ""};
    gpu.circumstances["gpu.temperature_c"] = {std::nullopt, "lost"};
    const record::run_file head = make_run_head(ready, gpu, {"a warning"});
    EXPECT_EQ(record::parse_run_file(record::write(head), "f"), head);
    EXPECT_EQ(head.state, record::run_state::running);
    EXPECT_EQ(head.id.size(), 32U);
    EXPECT_NE(head.id, make_run_head(ready, gpu, {}).id);
    EXPECT_THAT(head.warnings, ElementsAre("a warning"));
    EXPECT_EQ(head.device.name, "none") << "no device was chosen";
    EXPECT_TRUE(head.identity.at("driver.version").known);
    EXPECT_EQ(head.circumstances.at("gpu.temperature_c").reason, "lost");
    EXPECT_TRUE(head.identity.count("host.kernel"));
    EXPECT_FALSE(head.command.empty());
    EXPECT_EQ(head.cases.size(), 2U);
}

TEST(run_head, bug_a_variable_that_is_no_utf_8_kept_a_run_from_going_on) {
    const scoped_environment path("LD_LIBRARY_PATH", "/opt/caf\xe9/lib");
    const scoped_folder folder;
    const preparation ready = ready_for(folder, record::device_kind::cpu);
    const record::run_file head = make_run_head(ready, {}, {});
    const record::run_file earlier = record::parse_run_file(record::write(head), "f");
    EXPECT_THAT(differences_between(earlier, make_run_head(ready, {}, {})), IsEmpty());
}

} // namespace
} // namespace dyno
