// The peak table: exact names, dense rates, and rows that agree with the hardware's formula.
//
// SPDX-License-Identifier: Apache-2.0
#include "environment/peak_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

namespace dyno {
namespace {

TEST(peak_table, an_unknown_gpu_has_no_peak) {
    for (const std::string_view rate : peak_rates) {
        EXPECT_FALSE(peak("NVIDIA Test GPU", rate));
        EXPECT_FALSE(peak_at_clock("NVIDIA Test GPU", rate, 1e9));
    }
    EXPECT_EQ(find_peak_row("NVIDIA Test GPU"), nullptr);
    EXPECT_FALSE(peak("", "fp32"));
}

TEST(peak_table, a_similar_name_is_another_gpu) {
    EXPECT_TRUE(peak("NVIDIA GeForce RTX 4090", "fp32"));
    for (const char* other :
         {"NVIDIA GeForce RTX 4090 D", "NVIDIA GeForce RTX 4090 Laptop GPU", "GeForce RTX 4090",
          "NVIDIA GeForce RTX 4090 ", "nvidia geforce rtx 4090", "NVIDIA H100",
          "NVIDIA GeForce RTX 3080"}) {
        EXPECT_FALSE(peak(other, "fp32")) << other;
    }
}

TEST(peak_table, an_unknown_or_unsourced_rate_has_no_peak) {
    EXPECT_FALSE(peak("NVIDIA H200", "fp4"));
    EXPECT_FALSE(peak("NVIDIA H200", ""));
    EXPECT_FALSE(peak("NVIDIA A100-SXM4-80GB", "fp8"));
    EXPECT_FALSE(peak("Tesla V100-SXM2-16GB", "bf16"));
    EXPECT_FALSE(peak("NVIDIA GeForce RTX 4070", "memory"));
    EXPECT_FALSE(peak_at_clock("NVIDIA A100-SXM4-80GB", "fp8", 1e9));
}

TEST(peak_table, rtx_4090_is_dense_and_halved_for_fp32_sums) {
    const char* gpu = "NVIDIA GeForce RTX 4090";
    EXPECT_NEAR(peak(gpu, "fp32").value(), 82.6e12, 0.05e12);
    EXPECT_NEAR(peak(gpu, "tf32").value(), 82.6e12, 0.05e12);
    EXPECT_NEAR(peak(gpu, "fp16").value(), 165.2e12, 0.05e12);
    EXPECT_NEAR(peak(gpu, "bf16").value(), 165.2e12, 0.05e12);
    EXPECT_NEAR(peak(gpu, "fp16_acc16").value(), 330.3e12, 0.05e12);
    EXPECT_NEAR(peak(gpu, "memory").value(), 1008e9, 1e9);
}

TEST(peak_table, h200_and_a100_are_dense) {
    EXPECT_NEAR(peak("NVIDIA H200", "bf16").value(), 989.4e12, 0.1e12);
    EXPECT_NEAR(peak("NVIDIA H200", "fp8").value(), 1978.9e12, 0.1e12);
    EXPECT_NEAR(peak("NVIDIA H200", "fp64").value(), 66.9e12, 0.1e12);
    EXPECT_NEAR(peak("NVIDIA H200", "memory").value(), 4.8e12, 1e9);
    EXPECT_NEAR(peak("NVIDIA A100-SXM4-40GB", "tf32").value(), 156e12, 0.1e12);
}

TEST(peak_table, the_peak_follows_the_clock_but_memory_does_not) {
    const char* gpu = "NVIDIA H200";
    EXPECT_NEAR(peak_at_clock(gpu, "bf16", 1.83e9).value(), 989.4e12, 0.1e12);
    EXPECT_NEAR(peak_at_clock(gpu, "bf16", 0.915e9).value(), 494.7e12, 0.1e12);
    EXPECT_NEAR(peak_at_clock(gpu, "fp32", 1.98e9).value(), 66.9e12, 0.1e12);
    EXPECT_EQ(peak_at_clock(gpu, "memory", 0.5e9), peak(gpu, "memory"));
}

/// FLOP per clock and SM of each rate, written down apart from the table.
struct units {
    double fp64, fp32, tf32, fp16, fp16_acc16, fp8, int8;
};
constexpr units hopper = {256, 256, 2048, 4096, 4096, 8192, 8192};
constexpr units ampere_100 = {128, 128, 1024, 2048, 2048, 0, 4096};
constexpr units volta = {64, 128, 0, 1024, 1024, 0, 0};
constexpr units turing = {4, 128, 0, 1024, 1024, 0, 2048};
constexpr units ampere_pro = {4, 256, 512, 1024, 1024, 0, 2048};
constexpr units ada_pro = {4, 256, 512, 1024, 1024, 2048, 2048};
constexpr units ada_l40 = {4, 256, 256, 512, 0, 1024, 1024};
constexpr units geforce_30 = {4, 256, 256, 512, 1024, 0, 2048};
constexpr units geforce_40 = {4, 256, 256, 512, 1024, 1024, 2048};

units units_of(std::string_view gpu) {
    const auto begins = [gpu](std::string_view start) { return gpu.starts_with(start); };
    if (begins("NVIDIA H")) {
        return hopper;
    }
    if (begins("NVIDIA A100") || gpu == "NVIDIA A30") {
        return ampere_100;
    }
    if (begins("Tesla V100")) {
        return volta;
    }
    if (gpu == "Tesla T4") {
        return turing;
    }
    if (gpu == "NVIDIA L40") {
        return ada_l40;
    }
    if (begins("NVIDIA L4") || begins("NVIDIA RTX 6000 Ada")) {
        return ada_pro;
    }
    if (begins("NVIDIA GeForce RTX 30")) {
        return geforce_30;
    }
    if (begins("NVIDIA GeForce RTX 40") || begins("NVIDIA GeForce RTX 50")) {
        return geforce_40;
    }
    EXPECT_TRUE(begins("NVIDIA A") || begins("NVIDIA RTX A")) << gpu;
    return ampere_pro;
}

TEST(peak_table, every_row_agrees_with_sms_times_units_times_clock) {
    for (const peak_row& row : peak_rows()) {
        const units per_clock = units_of(row.gpu);
        const std::map<std::string_view, double> expected = {
            {"fp64", per_clock.fp64 * row.clock},
            {"fp32", per_clock.fp32 * row.clock},
            {"tf32", per_clock.tf32 * row.tensor_clock},
            {"bf16", per_clock.tf32 > 0 ? per_clock.fp16 * row.tensor_clock : 0},
            {"fp16", per_clock.fp16 * row.tensor_clock},
            {"fp16_acc16", per_clock.fp16_acc16 * row.tensor_clock},
            {"fp8", per_clock.fp8 * row.tensor_clock},
            {"int8", per_clock.int8 * row.tensor_clock},
        };
        for (const auto& [rate, per_sm] : expected) {
            const double seen = peak(row.gpu, rate).value_or(0);
            EXPECT_NEAR(seen, per_sm * row.sm_count, 0.02 * per_sm * row.sm_count)
                << row.gpu << " " << rate;
        }
    }
}

TEST(peak_table, every_row_has_a_name_of_its_own_and_a_source) {
    std::set<std::string_view> names;
    for (const peak_row& row : peak_rows()) {
        EXPECT_TRUE(names.insert(row.gpu).second) << row.gpu;
        EXPECT_FALSE(row.source.empty()) << row.gpu;
        EXPECT_GT(row.sm_count, 0) << row.gpu;
        EXPECT_EQ(find_peak_row(row.gpu), &row);
    }
    for (const char* gpu :
         {"NVIDIA H200", "NVIDIA H100 80GB HBM3", "NVIDIA H100 PCIe", "NVIDIA H100 NVL",
          "NVIDIA H200 NVL", "NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-80GB",
          "NVIDIA A100-PCIE-40GB", "NVIDIA A100 80GB PCIe", "NVIDIA L40S", "NVIDIA L4",
          "NVIDIA GeForce RTX 3090", "NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 5090"}) {
        EXPECT_TRUE(names.count(gpu)) << gpu;
    }
}

} // namespace
} // namespace dyno
