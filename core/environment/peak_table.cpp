// The table. Dense rates; where a document prints 2:4-sparse ones with a star, half of them. The
// documents were read through pages that quote them, and every row is held against the formula
// SMs x FLOP per clock and SM x clock by a test.
//
// Two cards of one name that differ have no row (GeForce RTX 3080: 68 or 70 SMs; RTX 2080 Ti: two
// boost clocks), or none of the rate in which they differ (memory of the RTX 4070, 3060 Ti, 3060).
//
// SPDX-License-Identifier: Apache-2.0
#include "environment/peak_table.hpp"

#include <algorithm>

namespace dyno {
namespace {

constexpr std::string_view h200_sheet = "NVIDIA H200 data sheet; clocks from the H100 whitepaper";
constexpr std::string_view h100_paper =
    "NVIDIA H100 Tensor Core GPU Architecture whitepaper, table of SXM5 and PCIe";
constexpr std::string_view h100_sheet = "NVIDIA H100 data sheet, H100 NVL; clocks by formula";
constexpr std::string_view a100_sheet = "NVIDIA A100 data sheet and architecture whitepaper";
constexpr std::string_view a30_sheet = "NVIDIA A30 data sheet";
constexpr std::string_view v100_sheet = "NVIDIA V100 data sheet";
constexpr std::string_view t4_brief = "NVIDIA T4 data sheet; memory from the product brief";
constexpr std::string_view l40s_sheet = "NVIDIA L40S data sheet";
constexpr std::string_view l40_sheet = "NVIDIA L40 data sheet";
constexpr std::string_view l4_sheet = "NVIDIA L4 data sheet";
constexpr std::string_view a10_sheet = "NVIDIA A10 data sheet";
constexpr std::string_view rtx_a_sheet = "NVIDIA RTX A5000 and A4000 data sheets";
constexpr std::string_view rtx_6000_sheet = "NVIDIA RTX 6000 Ada Generation data sheet";
constexpr std::string_view ga102_paper = "NVIDIA Ampere GA102 GPU Architecture whitepaper V2";
constexpr std::string_view ada_paper = "NVIDIA Ada GPU Architecture whitepaper, appendix A";
constexpr std::string_view blackwell_paper = "NVIDIA RTX Blackwell GPU Architecture whitepaper";
// Per clock and SM, GeForce RTX 30 to 50: fp64 4, fp32 and tf32 256, fp16 and bf16 512, fp16 summed
// in fp16 and fp8 1024, int8 2048. This gives the whitepapers' figures for the 3090, 4090 and 5090.
constexpr std::string_view by_formula =
    "NVIDIA's product page (SMs, boost clock, memory); rates per clock from the whitepapers";

/// A row as the documents write it: GHz, TFLOP/s or TOP/s, GB/s.
struct printed_row {
    std::string_view gpu;
    int sm_count;
    double clock_ghz;
    double tensor_clock_ghz;
    std::string_view source;
    std::array<double, peak_rates.size()> rates;
};

constexpr printed_row printed[] = {
    // clang-format off
    //                                  SMs, GHz of CUDA cores, of tensor cores
    //   fp64    fp32    tf32    bf16    fp16   acc16     fp8    int8  memory
    {"NVIDIA H200",                     132, 1.98,  1.83,  h200_sheet,
     {  66.9,   66.9,  494.7,  989.4,  989.4,  989.4, 1978.9, 1978.9,   4800}},
    {"NVIDIA H200 NVL",                 132, 1.785, 1.545, h200_sheet,
     {    60,     60,  417.5,  835.5,  835.5,  835.5, 1670.5, 1670.5,   4800}},
    {"NVIDIA H100 80GB HBM3",           132, 1.98,  1.83,  h100_paper,
     {  66.9,   66.9,  494.7,  989.4,  989.4,  989.4, 1978.9, 1978.9,   3350}},
    {"NVIDIA H100 PCIe",                114, 1.755, 1.62,  h100_paper,
     {  51.2,   51.2,    378,    756,    756,    756,   1513,   1513,   2000}},
    {"NVIDIA H100 NVL",                 132, 1.785, 1.545, h100_sheet,
     {    60,     60,  417.5,  835.5,  835.5,  835.5, 1670.5, 1670.5,   3900}},
    {"NVIDIA A100-SXM4-40GB",           108, 1.41,  1.41,  a100_sheet,
     {  19.5,   19.5,    156,    312,    312,    312,      0,    624,   1555}},
    {"NVIDIA A100-SXM4-80GB",           108, 1.41,  1.41,  a100_sheet,
     {  19.5,   19.5,    156,    312,    312,    312,      0,    624,   2039}},
    {"NVIDIA A100-PCIE-40GB",           108, 1.41,  1.41,  a100_sheet,
     {  19.5,   19.5,    156,    312,    312,    312,      0,    624,   1555}},
    {"NVIDIA A100 80GB PCIe",           108, 1.41,  1.41,  a100_sheet,
     {  19.5,   19.5,    156,    312,    312,    312,      0,    624,   1935}},
    {"NVIDIA A30",                       56, 1.44,  1.44,  a30_sheet,
     {  10.3,   10.3,   82.6,    165,    165,    165,      0,    330,    933}},
    {"Tesla V100-SXM2-16GB",             80, 1.53,  1.53,  v100_sheet,
     {   7.8,   15.7,      0,      0,    125,    125,      0,      0,    900}},
    {"Tesla V100-SXM2-32GB",             80, 1.53,  1.53,  v100_sheet,
     {   7.8,   15.7,      0,      0,    125,    125,      0,      0,    900}},
    {"Tesla V100-PCIE-16GB",             80, 1.38,  1.38,  v100_sheet,
     {     7,     14,      0,      0,    112,    112,      0,      0,    900}},
    {"Tesla V100-PCIE-32GB",             80, 1.38,  1.38,  v100_sheet,
     {     7,     14,      0,      0,    112,    112,      0,      0,    900}},
    {"Tesla T4",                         40, 1.59,  1.59,  t4_brief,
     { 0.254,    8.1,      0,      0,     65,     65,      0,    130,    320}},
    {"NVIDIA L40S",                     142, 2.52,  2.52,  l40s_sheet,
     {  1.43,   91.6,    183,    362,    362,    362,    733,    733,    864}},
    {"NVIDIA L40",                      142, 2.49,  2.49,  l40_sheet,
     {  1.41,   90.5,   90.5,    181,    181,      0,    362,    362,    864}},
    {"NVIDIA L4",                        58, 2.04,  2.04,  l4_sheet,
     { 0.473,   30.3,   60.5,    121,    121,    121,  242.5,  242.5,    300}},
    {"NVIDIA A40",                       84, 1.74,  1.74,  ga102_paper,
     { 0.585,   37.4,   74.8,  149.7,  149.7,  149.7,      0,  299.3,    696}},
    {"NVIDIA A10",                       72, 1.695, 1.695, a10_sheet,
     { 0.488,   31.2,   62.5,    125,    125,    125,      0,    250,    600}},
    {"NVIDIA RTX A6000",                 84, 1.8 ,  1.8 ,  ga102_paper,
     { 0.605,   38.7,   77.4,  154.8,  154.8,  154.8,      0,  309.7,    768}},
    {"NVIDIA RTX A5000",                 64, 1.695, 1.695, rtx_a_sheet,
     { 0.434,   27.8,   55.5,  111.1,  111.1,  111.1,      0,  222.2,    768}},
    {"NVIDIA RTX A4000",                 48, 1.56,  1.56,  rtx_a_sheet,
     {   0.3,   19.2,   38.3,   76.7,   76.7,   76.7,      0,  153.4,    448}},
    {"NVIDIA RTX 6000 Ada Generation",  142, 2.505, 2.505, rtx_6000_sheet,
     {  1.42,   91.1,  182.1,  364.2,  364.2,  364.2,  728.5,  728.5,    960}},
    {"NVIDIA GeForce RTX 5090",         170, 2.407, 2.407, blackwell_paper,
     { 1.637,  104.8,  104.8,  209.5,  209.5,    419,    419,    838,   1792}},
    {"NVIDIA GeForce RTX 5080",          84, 2.617, 2.617, by_formula,
     { 0.879,  56.28,  56.28,  112.6,  112.6,  225.1,  225.1,  450.2,    960}},
    {"NVIDIA GeForce RTX 5070 Ti",       70, 2.452, 2.452, by_formula,
     { 0.687,  43.94,  43.94,  87.88,  87.88,  175.8,  175.8,  351.5,    896}},
    {"NVIDIA GeForce RTX 5070",          48, 2.512, 2.512, by_formula,
     { 0.482,  30.87,  30.87,  61.73,  61.73,  123.5,  123.5,  246.9,    672}},
    {"NVIDIA GeForce RTX 4090",         128, 2.52,  2.52,  ada_paper,
     {  1.29,  82.58,  82.58,  165.2,  165.2,  330.3,  330.3,  660.6,   1008}},
    {"NVIDIA GeForce RTX 4080 SUPER",    80, 2.55,  2.55,  by_formula,
     { 0.816,  52.22,  52.22,  104.4,  104.4,  208.9,  208.9,  417.8,  736.3}},
    {"NVIDIA GeForce RTX 4080",          76, 2.505, 2.505, ada_paper,
     { 0.762,  48.74,  48.74,  97.47,  97.47,  194.9,  194.9,  389.9,  716.8}},
    {"NVIDIA GeForce RTX 4070 Ti SUPER",  66, 2.61,  2.61,  by_formula,
     { 0.689,   44.1,   44.1,   88.2,   88.2,  176.4,  176.4,  352.8,  672.3}},
    {"NVIDIA GeForce RTX 4070 Ti",       60, 2.61,  2.61,  by_formula,
     { 0.626,  40.09,  40.09,  80.18,  80.18,  160.4,  160.4,  320.7,  504.2}},
    {"NVIDIA GeForce RTX 4070 SUPER",    56, 2.475, 2.475, by_formula,
     { 0.554,  35.48,  35.48,  70.96,  70.96,  141.9,  141.9,  283.9,  504.2}},
    {"NVIDIA GeForce RTX 4070",          46, 2.475, 2.475, by_formula,
     { 0.455,  29.15,  29.15,  58.29,  58.29,  116.6,  116.6,  233.2,      0}},
    {"NVIDIA GeForce RTX 4060 Ti",       34, 2.535, 2.535, by_formula,
     { 0.345,  22.06,  22.06,  44.13,  44.13,  88.26,  88.26,  176.5,    288}},
    {"NVIDIA GeForce RTX 4060",          24, 2.46,  2.46,  by_formula,
     { 0.236,  15.11,  15.11,  30.23,  30.23,  60.46,  60.46,  120.9,    272}},
    {"NVIDIA GeForce RTX 3090 Ti",       84, 1.86,  1.86,  by_formula,
     { 0.625,     40,     40,  79.99,  79.99,    160,      0,    320,   1008}},
    {"NVIDIA GeForce RTX 3090",          82, 1.695, 1.695, ga102_paper,
     { 0.556,  35.58,  35.58,  71.16,  71.16,  142.3,      0,  284.7,  936.2}},
    {"NVIDIA GeForce RTX 3080 Ti",       80, 1.665, 1.665, by_formula,
     { 0.533,   34.1,   34.1,   68.2,   68.2,  136.4,      0,  272.8,  912.4}},
    {"NVIDIA GeForce RTX 3070 Ti",       48, 1.77,  1.77,  by_formula,
     {  0.34,  21.75,  21.75,   43.5,   43.5,     87,      0,    174,  608.3}},
    {"NVIDIA GeForce RTX 3070",          46, 1.725, 1.725, ga102_paper,
     { 0.317,  20.31,  20.31,  40.63,  40.63,  81.25,      0,  162.5,    448}},
    {"NVIDIA GeForce RTX 3060 Ti",       38, 1.665, 1.665, by_formula,
     { 0.253,   16.2,   16.2,  32.39,  32.39,  64.79,      0,  129.6,      0}},
    {"NVIDIA GeForce RTX 3060",          28, 1.777, 1.777, by_formula,
     { 0.199,  12.74,  12.74,  25.48,  25.48,  50.95,      0,  101.9,      0}},
    // clang-format on
};

constexpr auto rows = [] {
    std::array<peak_row, std::size(printed)> scaled{};
    for (std::size_t i = 0; i < scaled.size(); ++i) {
        const printed_row& from = printed[i];
        scaled[i] = {from.gpu,   from.sm_count, from.clock_ghz * 1e9, from.tensor_clock_ghz * 1e9,
                     from.rates, from.source};
        for (std::size_t rate = 0; rate < peak_rates.size(); ++rate) {
            scaled[i].rates[rate] *= peak_rates[rate] == "memory" ? 1e9 : 1e12;
        }
    }
    return scaled;
}();

bool runs_at_cuda_clock(std::string_view rate) {
    return rate == "fp64" || rate == "fp32";
}

} // namespace

std::span<const peak_row> peak_rows() {
    return rows;
}

const peak_row* find_peak_row(std::string_view gpu) {
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [gpu](const peak_row& row) { return row.gpu == gpu; });
    return found != rows.end() ? &*found : nullptr;
}

std::optional<double> peak(std::string_view gpu, std::string_view rate) {
    const peak_row* row = find_peak_row(gpu);
    const auto name = std::find(peak_rates.begin(), peak_rates.end(), rate);
    if (row == nullptr || name == peak_rates.end()) {
        return std::nullopt;
    }
    const double value = row->rates[static_cast<std::size_t>(name - peak_rates.begin())];
    return value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<double> peak_at_clock(std::string_view gpu, std::string_view rate, double sm_clock) {
    const auto at_boost = peak(gpu, rate);
    if (!at_boost || rate == "memory") {
        return at_boost;
    }
    const peak_row* row = find_peak_row(gpu);
    return *at_boost * sm_clock / (runs_at_cuda_clock(rate) ? row->clock : row->tensor_clock);
}

} // namespace dyno
