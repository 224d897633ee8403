// From a scenario to cases that plugins have agreed to, with real children (this program again).
// SPDX-License-Identifier: Apache-2.0
#include "run/preparation.hpp"

#include "run/rule_check.hpp"
#include "sample_run.hpp"
#include "scenario/toml.hpp"
#include "scoped_environment.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

record::device_list cpu_only() {
    record::device cpu;
    cpu.kind = record::device_kind::cpu;
    cpu.name = "Test CPU";
    return {{cpu}, "libcuda.so.1 is not there", {}, {}};
}

class prepared : public testing::Test {
protected:
    preparation prepare(const std::string& scenario) {
        run_options options;
        options.scenario = "s.toml";
        options.plugin_folders = {fs::path(TEST_PLUGINS) / "good"};
        return dyno::prepare(processes, options, parse_toml("schema = 1\n" + scenario, "s.toml"),
                             cpu_only());
    }
    std::string refusal(const std::string& scenario) {
        return thrown_message([&] { (void)prepare(scenario); });
    }

    scoped_folder folder;
    scoped_environment cache{"XDG_CACHE_HOME", folder.path().string()};
    scoped_environment no_path{"DYNO_PLUGIN_PATH", ""};
    children processes{std::chrono::milliseconds(200)};
};

TEST_F(prepared, a_scenario_has_device_plugins_and_cases) {
    const preparation ready =
        prepare("[[case]]\nworkload = \"spin\"\nsweep = { size = [3, 1, 2] }\n");
    ASSERT_TRUE(ready.device.device);
    EXPECT_EQ(ready.device.device->name, "Test CPU");
    EXPECT_EQ(ready.device.remark, "libcuda.so.1 is not there");
    ASSERT_EQ(ready.cases.size(), 3U);
    EXPECT_EQ(ready.cases[0].recorded.label, "spin size=3");
    EXPECT_EQ(ready.cases[0].recorded.plugin, "spin");
    EXPECT_EQ(ready.cases[0].plugin_path.filename(), "spin.so");
    EXPECT_THAT(ready.catalog.workload_ids(),
                ElementsAre("aborts_at_exit", "misbehaves", "plain_c", "spin"));
}

TEST_F(prepared, cuda_that_is_asked_for_is_never_the_cpu) {
    const preparation ready = prepare("[device]\nkind = \"cuda\"\n[[case]]\nworkload = \"spin\"\n");
    EXPECT_FALSE(ready.device.device);
    EXPECT_THAT(ready.device.remark, HasSubstr("libcuda.so.1 is not there"));
}

TEST_F(prepared, the_plugins_own_rules_are_told_with_the_place) {
    EXPECT_EQ(refusal("[[case]]\nworkload = \"spin\"\nsweep = { size = [12, 13] }\n"),
              "s.toml:2: spin size=13: check: size 13 is refused");
}

TEST_F(prepared, a_plugin_that_falls_over_in_its_check_is_told) {
    EXPECT_THAT(refusal("[[case]]\nworkload = \"misbehaves\"\n"
                        "params = { how = \"aborts\", where = \"check\" }\n"),
                HasSubstr("checking its parameters ended with signal 6 (Aborted)"));
    EXPECT_THAT(refusal("[[case]]\nworkload = \"misbehaves\"\n"
                        "params = { how = \"exits\", where = \"check\" }\n"),
                HasSubstr("checking its parameters ended with exit status 0"));
}

TEST_F(prepared, a_plugin_that_writes_to_the_channel_in_its_check_is_told) {
    EXPECT_THAT(refusal("[[case]]\nworkload = \"misbehaves\"\n"
                        "params = { how = \"garbles\", where = \"check\", message = \"hello\" }\n"),
                HasSubstr("ended with exit status 0; a line could not be read: "));
    EXPECT_EQ(
        prepare("[[case]]\nworkload = \"misbehaves\"\n"
                "params = { how = \"garbles\", where = \"check\", message = \"hello\\n{}\\n\" }\n")
            .cases.size(),
        1U); // its own answer came all the same
}

TEST_F(prepared, a_case_that_its_plugin_would_skip_is_no_error) {
    EXPECT_EQ(prepare("[[case]]\nworkload = \"misbehaves\"\n"
                      "params = { how = \"skips\", where = \"check\" }\n")
                  .cases.size(),
              1U);
}

TEST_F(prepared, errors_of_sense_come_before_the_plugins_rules_and_all_at_once) {
    EXPECT_EQ(refusal("[measure]\nlaunches = 0\n[[case]]\nworkload = \"spin\"\n"
                      "params = { sice = 13 }\n"),
              "s.toml:3: 'launches' of [measure] is a whole number from 1 to 1000, not 0\n"
              "s.toml:6: workload 'spin' has no parameter 'sice'; did you mean 'size'?");
}

TEST_F(prepared, a_thousand_cases_are_checked_by_one_child) {
    std::string sizes = "[20";
    for (int i = 21; i < 1020; ++i) {
        sizes += ',';
        sizes += std::to_string(i);
    }
    const preparation ready =
        prepare("[[case]]\nworkload = \"spin\"\nsweep = { size = " + sizes + "] }\n");
    EXPECT_EQ(ready.cases.size(), 1000U);
}

TEST(choose_device, asks_for_one_that_is_there) {
    scenario s;
    EXPECT_EQ(choose_device(s, cpu_only()).device->name, "Test CPU");
    s.device = wanted_device::cuda;
    EXPECT_FALSE(choose_device(s, cpu_only()).device);
    record::device_list with_gpu = cpu_only();
    with_gpu.devices.insert(with_gpu.devices.begin(), sample::gpu());
    EXPECT_EQ(choose_device(s, with_gpu).device->name, "NVIDIA Test GPU");
    s.selector = "no selector at all";
    EXPECT_THROW((void)choose_device(s, with_gpu), error);
    s.selector = "GPU-0000";
    EXPECT_FALSE(choose_device(s, with_gpu).device);
    EXPECT_THAT(choose_device(s, with_gpu).remark, HasSubstr("no CUDA device fits"));
}

} // namespace
} // namespace dyno
