// SPDX-License-Identifier: Apache-2.0
#include "telemetry/gpu_facts.hpp"

#include "fake_gpu.hpp"
#include "scoped_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

record::fact_sheet facts_now() {
    const nvml library;
    const nvml_device gpu(library, fakes::first_gpu());
    return find_gpu_facts(fakes::first_gpu(), 12080, gpu);
}

std::vector<std::string> names_of(const record::facts& all) {
    std::vector<std::string> names;
    for (const auto& [name, fact] : all) {
        names.push_back(name);
    }
    return names;
}

TEST(gpu_facts, hold_values_of_cuda_and_nvml) {
    const scoped_environment compute("FAKE_NVML_COMPUTE_PIDS", "77;88");
    const scoped_environment reasons("FAKE_NVML_EVENT_REASONS", "0x400004");
    const record::fact_sheet sheet = facts_now();
    EXPECT_EQ(sheet.identity.at("driver.version").known, record::value("580.65.06"));
    EXPECT_EQ(sheet.identity.at("driver.cuda").known, record::value("12.8"));
    EXPECT_EQ(sheet.identity.at("gpu.name").known, record::value("NVIDIA Test GPU"));
    EXPECT_EQ(sheet.identity.at("gpu.compute_capability").known, record::value("9.0"));
    EXPECT_EQ(sheet.identity.at("gpu.ecc_enabled").known, record::value(true));
    EXPECT_EQ(sheet.identity.at("gpu.power_limit_w").known, record::value(700.0));
    EXPECT_EQ(sheet.identity.at("gpu.memory_bytes").known, record::value(std::int64_t{16} << 30));
    EXPECT_EQ(sheet.circumstances.at("gpu.compute_processes").known,
              record::value(std::int64_t{2}));
    EXPECT_EQ(sheet.circumstances.at("gpu.compute_process_ids").known, record::value("77 88"));
    EXPECT_EQ(sheet.circumstances.at("gpu.event_reasons").known,
              record::value("power_cap 0x400000"));
    EXPECT_EQ(sheet.circumstances.at("gpu.memory_query").known, record::value("v2"));
    EXPECT_EQ(sheet.circumstances.at("gpu.uuid").known, record::value(fakes::first_gpu().uuid));
}

TEST(gpu_facts, uuid_is_no_identity) {
    EXPECT_EQ(facts_now().identity.count("gpu.uuid"), 0U);
}

TEST(gpu_facts, have_the_same_names_whatever_is_known) {
    const record::fact_sheet known = facts_now();
    const nvml_device none("no NVML (it is not there)");
    const record::fact_sheet unknown = find_gpu_facts(fakes::first_gpu(), std::nullopt, none);
    EXPECT_EQ(names_of(unknown.identity), names_of(known.identity));
    EXPECT_EQ(names_of(unknown.circumstances), names_of(known.circumstances));
    EXPECT_EQ(unknown.identity.at("gpu.power_limit_w").reason, "no NVML (it is not there)");
    EXPECT_FALSE(unknown.identity.at("gpu.power_limit_w").known.has_value());
    EXPECT_EQ(unknown.identity.at("gpu.name").known, record::value("NVIDIA Test GPU"));
}

TEST(gpu_facts, unknown_ones_have_the_reason_of_their_query) {
    const scoped_environment fail("FAKE_NVML_FAIL",
                                  "nvmlDeviceGetEccMode:3,nvmlDeviceGetVbiosVersion:999");
    const record::fact_sheet sheet = facts_now();
    EXPECT_EQ(sheet.identity.at("gpu.ecc_enabled").reason, "not supported");
    EXPECT_EQ(sheet.circumstances.at("gpu.vbios_version").reason, "Unknown Error (999)");
}

TEST(gpu_facts, every_known_one_is_no_zero_by_accident) {
    for (const auto& [name, fact] : facts_now().identity) {
        if (fact.known) {
            EXPECT_NE(*fact.known, record::value(std::int64_t{0})) << name;
        } else {
            EXPECT_NE(fact.reason, "") << name;
        }
    }
}

} // namespace
} // namespace dyno
