// SPDX-License-Identifier: Apache-2.0
#include "record/message.hpp"

#include "sample_run.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno::record {
namespace {

using testing::HasSubstr;

TEST(message, a_task_comes_back) {
    const task t{"/opt/gemm.so", "gemm", sample::whole_run().cases[1].parameters,
                 sample::cold_policy(), sample::gpu()};
    EXPECT_EQ(read_task(write_line(t)), t);
}

TEST(message, events_come_back) {
    const worker_event moving{progress{"warm-up", 0.25, "tile 3 of 12"}, {}};
    EXPECT_EQ(read_worker_event(write_line(moving)), moving);
    const worker_event ended{{}, sample::whole_launch()};
    EXPECT_EQ(read_worker_event(write_line(ended)), ended);
    const worker_event bare{{}, sample::bare_launch()};
    EXPECT_EQ(read_worker_event(write_line(bare)), bare);
    EXPECT_EQ(read_worker_event("{}"), worker_event{});
}

TEST(message, declarations_come_back) {
    parameter_declaration size;
    size.name = "m";
    size.type = value_type::integer;
    size.fallback_toml = "4096";
    size.least_integer = INT64_MIN;
    size.most_integer = INT64_MAX;
    size.unit = "B";
    size.doc = "Rows.";
    parameter_declaration scale;
    scale.name = "scale";
    scale.type = value_type::real;
    scale.least_real = 1e-310;
    scale.most_real = 1.7e308;
    parameter_declaration word;
    word.name = "dtype";
    word.type = value_type::text;
    word.fallback_toml = "\"bf16\"";
    word.allowed = {"bf16", "fp\"16\\"};
    parameter_declaration flag;
    flag.name = "flag";
    flag.type = value_type::boolean;
    const plugin_declaration d{"gemm_cuda",
                               "1.2.3",
                               "GNU 12.2, Release",
                               0x00010000,
                               {{"gemm",
                                 "A product.",
                                 true,
                                 true,
                                 true,
                                 true,
                                 {size, scale, word, flag},
                                 {{"throughput", "FLOP/s", direction::higher, "Rate."}}},
                                {"other", "", false, true, false, false, {}, {}}}};
    EXPECT_EQ(read_plugin_declaration(write_line(d)), d);
}

TEST(message, a_device_list_comes_back) {
    device cpu;
    cpu.kind = device_kind::cpu;
    cpu.name = "Test CPU";
    const device_list all{{sample::gpu(), cpu}, "libcuda.so.1 is not there", 13000, 803};
    EXPECT_EQ(read_device_list(write_line(all)), all);
    const device_list none;
    EXPECT_EQ(read_device_list(write_line(none)), none);
}

TEST(message, each_is_one_line_whatever_it_holds) {
    launch l = sample::bare_launch();
    l.log = "a\nb\r\nc\xff";
    for (const std::string& line :
         {write_line(worker_event{{}, l}), write_line(worker_event{progress{"a\nb", 1, "\n"}, {}}),
          write_line(task{"/a\nb", "w\n", {{"k\n", std::string("\n")}}, {}, sample::gpu()})}) {
        EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
}

TEST(message, what_a_plugin_may_print_is_refused) {
    for (const char* line : {"", "Loading model…", "{\"result\": {\"status\": \"ok\"}}", "[]", "1",
                             "{\"progress\": 3}", "{\"result\": null, \"progress\": []}"}) {
        EXPECT_FALSE(thrown_message([&] { (void)read_worker_event(line); }).empty()) << line;
    }
    EXPECT_THAT(thrown_message([] { (void)read_task("{}"); }),
                HasSubstr("task: the key 'plugin' is missing"));
    EXPECT_THAT(thrown_message([] { (void)read_plugin_declaration("{\"name\": 1}"); }),
                HasSubstr("declaration.name: a text is wanted here"));
    EXPECT_THAT(thrown_message([] { (void)read_device_list("[]"); }),
                HasSubstr("device list: an object is wanted here"));
    EXPECT_THAT(
        thrown_message([] {
            (void)read_plugin_declaration(
                R"({"name":"","version":"","build":"","abi":1,"workloads":[{"id":"w","summary":"",)"
                R"("on_cpu":true,"on_cuda":false,"self_timed":false,"synchronises":false,)"
                R"("parameters":[{"name":"p","type":"int"}],"metrics":[]}]})");
        }),
        HasSubstr("declaration.workloads[0].parameters[0].type: 'int' is not a type of parameter"));
}

} // namespace
} // namespace dyno::record
