// The built plugins as a host sees them: they open without a driver and declare the same.
//
// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"

#include <dyno/plugin.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

namespace dyno::gemm {
namespace {

struct plugin_file {
    const char* name;
    const char* path;

    friend std::ostream& operator<<(std::ostream& out, const plugin_file& one) {
        return out << one.name;
    }
};

/// Those that this build has.
std::vector<plugin_file> built() {
    return {
#ifdef GEMM_CPU_FILE
        {"gemm_cpu", GEMM_CPU_FILE},
#endif
#ifdef GEMM_CUDA_FILE
        {"gemm_cuda", GEMM_CUDA_FILE},
#endif
    };
}

class gemm_file : public ::testing::TestWithParam<plugin_file> {
protected:
    const dyno_entry* opened() {
        void* library = dlopen(GetParam().path, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            ADD_FAILURE() << dlerror();
            return nullptr;
        }
        return static_cast<const dyno_entry*>(dlsym(library, "dyno_plugin"));
    }
};

std::string text_or_none(const char* text) {
    return text == nullptr ? "none" : text;
}

TEST_P(gemm_file, offers_gemm_for_one_kind_of_device) {
    const dyno_entry* plugin = opened();
    ASSERT_NE(plugin, nullptr);
    EXPECT_EQ(plugin->magic, DYNO_MAGIC);
    EXPECT_STREQ(plugin->name, GetParam().name);
    ASSERT_NE(plugin->workloads[0], nullptr);
    EXPECT_EQ(plugin->workloads[1], nullptr);
    EXPECT_STREQ(plugin->workloads[0]->id, "gemm");
    EXPECT_EQ(plugin->workloads[0]->device_kinds,
              1u << (plugin->name == std::string("gemm_cpu") ? DYNO_CPU : DYNO_CUDA));
}

TEST_P(gemm_file, declares_the_shared_parameters_and_metrics) {
    const dyno_entry* plugin = opened();
    ASSERT_NE(plugin, nullptr);
    const dyno_workload& workload = *plugin->workloads[0];
    std::size_t count = 0;
    for (const dyno_param& expected : parameters) {
        const dyno_param* seen = workload.params[count++];
        ASSERT_NE(seen, nullptr);
        EXPECT_STREQ(seen->name, expected.name);
        EXPECT_EQ(seen->type, expected.type);
        EXPECT_EQ(text_or_none(seen->fallback), text_or_none(expected.fallback));
        EXPECT_EQ(text_or_none(seen->unit), text_or_none(expected.unit));
        EXPECT_EQ(seen->int_min, expected.int_min);
        EXPECT_EQ(seen->int_max, expected.int_max);
        EXPECT_STREQ(seen->doc, expected.doc);
        for (std::size_t i = 0; expected.allowed != nullptr && expected.allowed[i] != nullptr;
             ++i) {
            EXPECT_STREQ(seen->allowed[i], expected.allowed[i]);
        }
    }
    EXPECT_EQ(workload.params[count], nullptr);
    EXPECT_STREQ(workload.metrics[0]->unit, "FLOP/s");
    EXPECT_STREQ(workload.metrics[1]->unit, "OP/s");
    EXPECT_EQ(workload.metrics[2], nullptr);
}

TEST_P(gemm_file, needs_no_driver) {
    const std::string command = std::string(READELF) + " -d " + GetParam().path;
    std::FILE* pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string text;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) {
        text += part.data();
    }
    ASSERT_EQ(pclose(pipe), 0) << command;
    EXPECT_THAT(text, ::testing::HasSubstr("(NEEDED)"));
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("[libcuda.so")));
    if (GetParam().name == std::string("gemm_cuda")) {
        EXPECT_THAT(text, ::testing::HasSubstr("[libcublasLt.so."));
    }
}

INSTANTIATE_TEST_SUITE_P(built, gemm_file, ::testing::ValuesIn(built()),
                         [](const auto& one) { return std::string(one.param.name); });

} // namespace
} // namespace dyno::gemm
