// The LibTorch plugins on LibTorch's CPU device, through the C interface as the host sees it.
// SPDX-License-Identifier: Apache-2.0
#include "training_plugins.hpp"

#include "recording_host.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

namespace dyno::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::Pair;
using parameters = std::map<std::string, std::string>;

/// Opened as the host does it, and never closed: LibTorch does not survive it. With one thread:
/// tests run beside each other, and OpenMP's threads spin while they wait.
const dyno_workload& workload_of(const std::string& name) {
    setenv("OMP_NUM_THREADS", "1", /*overwrite=*/1);
    for (const auto& plugin : training_plugins) {
        if (name == plugin.name) {
            void* const library = dlopen(plugin.path, RTLD_NOW | RTLD_LOCAL);
            if (library == nullptr) {
                throw std::runtime_error(dlerror());
            }
            return *static_cast<const dyno_entry*>(dlsym(library, "dyno_plugin"))->workloads[0];
        }
    }
    throw std::runtime_error("no plugin " + name);
}

/// A case small enough for a test, with what `given` adds or changes.
parameters small(const parameters& given = {}) {
    parameters all{{"model", "\"resnet18\""}, {"image_size", "32"}, {"batch", "8"}};
    for (const auto& [name, value] : given) {
        all[name] = value;
    }
    return all;
}

struct launch {
    recording_host host;
    outcome end;

    launch(const std::string& workload, const parameters& given, int warm = 1, int timed = 2)
        : host(workload_of(workload), given),
          end(drive(workload_of(workload), host, cpu_device(), warm, timed)) {
        EXPECT_THAT(host.mistakes, IsEmpty());
    }

    [[nodiscard]] double metric(const std::string& name) const {
        const auto found = host.metrics.find(name);
        return found == host.metrics.end() ? std::nan("") : found->second.front();
    }
};

void expect_ok(const launch& launched) {
    EXPECT_EQ(launched.end.status, DYNO_OK) << launched.end.call << ": " << launched.end.message;
}

TEST(resnet_training, trains_on_the_cpu_and_says_what_it_did) {
    const launch launched("resnet_training", small());
    expect_ok(launched);
    EXPECT_THAT(launched.host.works, Contains(Pair("img", 8.0)));
    EXPECT_THAT(launched.host.peaks, IsEmpty());
    EXPECT_EQ(launched.metric("parameters"), 11'689'512);
    EXPECT_EQ(launched.metric("skipped_steps"), 0);
    // Of 1000 classes: the loss of a network that knows nothing is near log(1000).
    EXPECT_NEAR(launched.metric("first_loss"), 6.9, 1.0);
    EXPECT_NEAR(launched.metric("last_loss"), 6.9, 1.0);
    EXPECT_EQ(launched.host.notes.at("applied_steps"), "2");
    EXPECT_THAT(
        launched.host.notes,
        IsSupersetOf({Pair("mode.tf32_matmul", "off"), Pair("mode.tf32_convolution", "off"),
                      Pair("mode.cudnn_benchmark", "on"), Pair("mode.deterministic", "off")}));
    EXPECT_THAT(launched.host.warnings, IsEmpty());
}

TEST(resnet_training, every_choice_of_the_cpu_trains) {
    for (const auto& given : {
             parameters{{"precision", "\"bf16_amp\""}, {"layout", "\"channels_last\""}},
             parameters{{"optimizer", "\"loop\""}, {"input", "\"pageable\""}},
             parameters{{"optimizer", "\"fused\""}, {"deterministic", "true"}},
             parameters{{"initialisation", "\"formula\""}, {"cudnn_benchmark", "false"}},
         }) {
        SCOPED_TRACE(given.begin()->second);
        expect_ok(launch("resnet_training", small(given)));
    }
}

TEST(resnet_training, the_seed_decides_the_losses) {
    const auto first_loss = [](const char* seed) {
        return launch("resnet_training", small({{"seed", seed}}), 0, 1).metric("first_loss");
    };
    const double loss = first_loss("1");
    EXPECT_EQ(first_loss("1"), loss);
    EXPECT_NE(first_loss("2"), loss);
}

TEST(resnet_training, what_needs_cuda_is_skipped_with_the_reason) {
    for (const auto& [name, value] : parameters{{"execution", "\"graph\""},
                                                {"precision", "\"fp16_amp\""},
                                                {"precision", "\"tf32\""},
                                                {"input", "\"pinned\""}}) {
        parameters given = small({{name, value}});
        if (name == "execution") {
            given["optimizer"] = "\"fused\"";
        }
        const launch launched("resnet_training", given);
        EXPECT_EQ(launched.end.status, DYNO_SKIP) << name;
        EXPECT_THAT(launched.end.message, HasSubstr(name));
        EXPECT_THAT(launched.end.message, HasSubstr("needs CUDA"));
    }
}

// A network that does not train may run faster: its speed is no figure.
TEST(resnet_training, a_diverged_network_is_invalid) {
    const launch launched("resnet_training", small({{"learning_rate", "1e6"}}), 2, 6);
    EXPECT_EQ(launched.end.status, DYNO_INVALID);
    EXPECT_EQ(launched.end.call, "report");
    EXPECT_THAT(launched.end.message, HasSubstr("does not train"));
    EXPECT_THAT(launched.end.message, HasSubstr("last loss"));
}

TEST(resnet_training, settings_that_do_not_fit_fail_before_a_device_is_touched) {
    const launch launched("resnet_training", small({{"batch", "1"}}));
    EXPECT_EQ(launched.end.status, DYNO_FAIL);
    EXPECT_EQ(launched.end.call, "check");
    EXPECT_THAT(launched.end.message, HasSubstr("BatchNorm"));
}

// LibTorch keeps global state: a later launch in the same process must not see it.
TEST(resnet_training, loads_runs_and_releases_20_times_in_one_process) {
    for (int i = 0; i < 20; ++i) {
        const launch launched("resnet_training", small({{"batch", "2"}}), 0, 1);
        ASSERT_EQ(launched.end.status, DYNO_OK) << i << ": " << launched.end.message;
    }
}

TEST(accumulation, splits_the_batch_and_notes_both_sizes) {
    const launch launched("accumulation", small({{"micro_batch", "3"}, {"clip_norm", "1.0"}}));
    expect_ok(launched);
    EXPECT_THAT(launched.host.works, Contains(Pair("img", 8.0)));
    EXPECT_EQ(launched.host.notes.at("effective_batch"), "8");
    EXPECT_EQ(launched.host.notes.at("batch_norm_batch"), "3");
    EXPECT_EQ(launched.host.notes.at("applied_steps"), "2");
}

TEST(accumulation, an_incomplete_last_step_is_applied) {
    const launch launched("accumulation", small({{"micro_batch", "4"}, {"samples", "20"}}));
    expect_ok(launched);
    EXPECT_THAT(launched.host.works, Contains(Pair("img", 20.0)));
    EXPECT_EQ(launched.host.notes.at("steps_per_iteration"), "3");
    EXPECT_EQ(launched.host.notes.at("applied_steps"), "6");
    // Four images have another loss than eight; yet it is a mean, so it is not half of it.
    const launch whole("accumulation", small({{"micro_batch", "4"}, {"samples", "24"}}));
    EXPECT_NE(launched.metric("last_loss"), whole.metric("last_loss"));
    EXPECT_NEAR(launched.metric("last_loss"), whole.metric("last_loss"), 1.0);
}

TEST(accumulation, one_micro_batch_is_the_plain_step) {
    const launch whole("accumulation", small({{"micro_batch", "8"}}), 0, 3);
    const launch plain("resnet_training", small(), 0, 3);
    expect_ok(whole);
    EXPECT_EQ(whole.metric("last_loss"), plain.metric("last_loss"));
}

TEST(cuda_graph, runs_eagerly_where_there_is_no_cuda) {
    const launch launched("cuda_graph", small());
    expect_ok(launched);
    EXPECT_THAT(launched.host.metrics, Not(Contains(Pair("capture_time", ::testing::_))));
    for (const char* how : {"\"graph\"", "\"graph_forward_backward\""}) {
        EXPECT_EQ(launch("cuda_graph", small({{"execution", how}})).end.status, DYNO_SKIP);
    }
}

TEST(checkpointing, losses_equal_those_without) {
    const launch none("checkpointing", small(), 0, 3);
    expect_ok(none);
    for (const char* kind : {"\"per_stage\"", "\"per_block\"", "\"every\""}) {
        SCOPED_TRACE(kind);
        const launch launched("checkpointing", small({{"checkpoint", kind}}), 0, 3);
        expect_ok(launched);
        EXPECT_EQ(launched.metric("first_loss"), none.metric("first_loss"));
        EXPECT_EQ(launched.metric("last_loss"), none.metric("last_loss"));
    }
}

} // namespace
} // namespace dyno::testing
