// SPDX-License-Identifier: Apache-2.0
#include "environment/host_facts.hpp"

#include "scoped_environment.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

record::facts identity_now() {
    record::facts identity, circumstances;
    add_host_facts(identity, circumstances);
    return identity;
}

std::string text_of(const record::fact& f) {
    return f.known ? record::to_text(*f.known) : "unknown: " + f.reason;
}

TEST(host_facts, what_every_linux_knows_is_known) {
    record::facts identity, circumstances;
    add_host_facts(identity, circumstances);
    for (const char* name : {"host.kernel", "host.architecture", "host.libc", "host.container",
                             "host.wsl", "cpu.processors"}) {
        ASSERT_TRUE(identity.count(name)) << name;
        EXPECT_TRUE(identity[name].known) << name;
    }
    EXPECT_GT(std::get<std::int64_t>(*identity["cpu.processors"].known), 0);
    EXPECT_GT(std::get<double>(*circumstances["host.uptime_s"].known), 0);
    EXPECT_TRUE(text_of(identity["host.libc"]).starts_with("glibc 2."));
    for (const auto& [name, f] : circumstances) {
        EXPECT_FALSE(identity.count(name)) << name << " in both";
    }
    for (const record::facts* all : {&identity, &circumstances}) {
        for (const auto& [name, f] : *all) {
            EXPECT_NE(f.known.has_value(), !f.reason.empty()) << name << ": a value or a reason";
            if (!name.starts_with("env.")) {
                EXPECT_NE(text_of(f), "") << name << ": an empty text is no value";
            }
        }
    }
}

TEST(host_facts, variables_that_change_results_are_kept_as_found) {
    const scoped_environment one("CUDA_VISIBLE_DEVICES", "");
    const scoped_environment two("PYTORCH_CUDA_ALLOC_CONF", "a=b=c");
    const scoped_environment three("DYNO_TEST_OTHER", "x");
    const scoped_environment four("LD_LIBRARY_PATH", "/caf\xe9:/b");
    const record::facts identity = identity_now();
    EXPECT_EQ(text_of(identity.at("env.CUDA_VISIBLE_DEVICES")), "") << "empty is not unset";
    EXPECT_EQ(text_of(identity.at("env.PYTORCH_CUDA_ALLOC_CONF")), "a=b=c");
    EXPECT_EQ(text_of(identity.at("env.LD_LIBRARY_PATH")), "/caf\xef\xbf\xbd:/b");
    EXPECT_FALSE(identity.count("env.DYNO_TEST_OTHER"));
}

TEST(is_recorded_variable, those_that_change_what_is_measured) {
    for (const char* name :
         {"CUDA_VISIBLE_DEVICES", "CUDA_LAUNCH_BLOCKING", "LD_LIBRARY_PATH", "NVIDIA_TF32_OVERRIDE",
          "PYTORCH_CUDA_ALLOC_CONF", "TORCH_LOGS", "NCCL_DEBUG", "OMP_NUM_THREADS",
          "CUBLAS_WORKSPACE_CONFIG", "CUDA_MODULE_LOADING", "OPENBLAS_NUM_THREADS"}) {
        EXPECT_TRUE(is_recorded_variable(name)) << name;
    }
    for (const char* name :
         {"", "PATH", "HOME", "USER", "AWS_SECRET_ACCESS_KEY", "CUDA", "cuda_visible_devices",
          "MY_LD_LIBRARY_PATH", "XNVIDIA_X", "CUDA_VISIBLE_DEVICES2"}) {
        EXPECT_FALSE(is_recorded_variable(name)) << name;
    }
}

} // namespace
} // namespace dyno
