// The check of the answer passes right products and sees every kind of wrong one.
//
// SPDX-License-Identifier: Apache-2.0
#include "answer_check.hpp"
#include "naive_product.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dyno::gemm {
namespace {

using ::testing::HasSubstr;

problem product_of(data_type type, std::int64_t m, std::int64_t n, std::int64_t k,
                   std::int64_t batch = 1) {
    problem asked{};
    asked.type = type;
    asked.sum = type == data_type::fp64   ? accumulator::fp64
                : type == data_type::int8 ? accumulator::int32
                                          : accumulator::fp32;
    asked.m = m;
    asked.n = n;
    asked.k = k;
    asked.batch = batch;
    asked.transpose_a = true;
    asked.input = input_kind::normal;
    asked.seed = 1;
    return asked;
}

struct checked {
    std::vector<sampled_entry> entries;
    std::string fault;
    std::string summary;
    bool exact_for_tf32 = false;
};

checked check(const problem& asked, const std::vector<std::byte>& d,
              std::vector<std::byte> guard = {}) {
    const random_values a(asked.a().format, asked.input, asked.seed, 1);
    const random_values b(asked.b().format, asked.input, asked.seed, 2);
    if (guard.empty()) {
        guard.assign(guard_bytes, poison_for(asked.d().format));
    }
    checked result;
    result.entries = sample_entries(asked, a, b);
    output_inspection inspection(asked, result.entries);
    // In parts that end inside a column, as a large D is read.
    const std::size_t width = bytes_of(asked.d().format);
    const std::size_t part = 1001 * width;
    for (std::size_t first = 0; first < d.size(); first += part) {
        inspection.see(first / width,
                       std::span(d).subspan(first, std::min(part, d.size() - first)));
    }
    inspection.see_guard(guard);
    result.summary = inspection.summary();
    result.exact_for_tf32 = inspection.is_exact_for_tf32();
    try {
        inspection.require_right();
    } catch (const invalid_answer& wrong) {
        result.fault = wrong.what();
    }
    return result;
}

template <class Change>
void change_entry(const problem& asked, std::vector<std::byte>& d, std::uint64_t index,
                  Change&& change) {
    const number_format format = asked.d().format;
    const std::size_t width = bytes_of(format);
    std::uint64_t bits = 0;
    std::memcpy(&bits, d.data() + index * width, width);
    bits = encode(format, change(decode(format, bits)));
    std::memcpy(d.data() + index * width, &bits, width);
}

/// The sampled entry whose value is the largest: there 1 % is far above the tolerance.
std::uint64_t largest(const std::vector<sampled_entry>& entries) {
    return std::max_element(entries.begin(), entries.end(),
                            [](const sampled_entry& x, const sampled_entry& y) {
                                return std::fabs(x.reference) < std::fabs(y.reference);
                            })
        ->index;
}

TEST(answer_check, right_answers_pass) {
    for (const std::int64_t k : {1, 3, 64, 515}) {
        EXPECT_EQ(check(product_of(data_type::fp64, 33, 17, k, 3),
                        naive_product<double>(product_of(data_type::fp64, 33, 17, k, 3)))
                      .fault,
                  "");
        for (const data_type type :
             {data_type::fp32, data_type::bf16, data_type::fp16, data_type::fp8_e4m3}) {
            const problem asked = product_of(type, 33, 17, k, 3);
            EXPECT_EQ(check(asked, naive_product<float>(asked)).fault, "");
        }
        const problem tf32 = product_of(data_type::tf32, 33, 17, k, 3);
        EXPECT_EQ(check(tf32, naive_product<float>(tf32, cut_to_tf32)).fault, "");
        const problem int8 = product_of(data_type::int8, 33, 17, k, 3);
        EXPECT_EQ(check(int8, naive_product<std::int32_t>(int8)).fault, "");
    }
}

TEST(answer_check, long_sums_stay_within_the_tolerance) {
    for (const data_type type : {data_type::fp32, data_type::bf16, data_type::fp16}) {
        const problem asked = product_of(type, 16, 16, 20000);
        EXPECT_EQ(check(asked, naive_product<float>(asked)).fault, "") << name_of(type);
    }
}

TEST(answer_check, zeros_pass_and_an_untouched_d_of_zeros_does_not) {
    problem asked = product_of(data_type::int8, 16, 16, 16);
    asked.input = input_kind::zeros;
    EXPECT_EQ(check(asked, naive_product<std::int32_t>(asked)).fault, "");
    const std::vector<std::byte> untouched(asked.d().bytes(), poison_for(asked.d().format));
    EXPECT_THAT(check(asked, untouched).fault, HasSubstr("256 of 256 entries were never written"));
}

TEST(answer_check, one_entry_wrong_by_one_percent_is_seen) {
    for (const data_type type :
         {data_type::fp64, data_type::fp32, data_type::tf32, data_type::bf16, data_type::fp16}) {
        const problem asked = product_of(type, 100, 50, 400);
        std::vector<std::byte> d = naive_product<double>(asked);
        const std::uint64_t index = largest(check(asked, d).entries);
        change_entry(asked, d, index, [](double value) { return value * 1.01; });
        const std::string fault = check(asked, d).fault;
        EXPECT_THAT(fault, HasSubstr("1 of ")) << name_of(type);
        EXPECT_THAT(fault, HasSubstr("D[row " + std::to_string(index % 100) + ", column " +
                                     std::to_string(index / 100) + "]"));
    }
}

TEST(answer_check, int8_is_exact) {
    const problem asked = product_of(data_type::int8, 20, 20, 40);
    std::vector<std::byte> d = naive_product<std::int32_t>(asked);
    change_entry(asked, d, 0, [](double value) { return value + 1; });
    EXPECT_THAT(check(asked, d).fault, HasSubstr("1 of "));
}

TEST(answer_check, one_nan_anywhere_is_seen) {
    for (const data_type type :
         {data_type::fp64, data_type::fp32, data_type::bf16, data_type::fp16}) {
        const problem asked = product_of(type, 90, 70, 8);
        std::vector<std::byte> d = naive_product<double>(asked);
        change_entry(asked, d, 4321,
                     [](double) { return std::numeric_limits<double>::infinity(); });
        EXPECT_THAT(check(asked, d).fault,
                    HasSubstr("1 entries are not finite, the first: D[row 1, column 48] is inf"));
    }
}

TEST(answer_check, entries_that_were_never_written_are_seen) {
    for (const data_type type :
         {data_type::fp64, data_type::tf32, data_type::bf16, data_type::int8}) {
        const problem asked = product_of(type, 90, 70, 8);
        std::vector<std::byte> d = type == data_type::int8 ? naive_product<std::int32_t>(asked)
                                                           : naive_product<double>(asked);
        const std::size_t width = bytes_of(asked.d().format);
        std::fill_n(d.begin() + static_cast<std::ptrdiff_t>(4321 * width), 2 * width,
                    poison_for(asked.d().format));
        EXPECT_THAT(check(asked, d).fault,
                    HasSubstr("2 of 6300 entries were never written, the first is D[row 1, "
                              "column 48]"));
    }
}

TEST(answer_check, an_overwritten_guard_is_seen) {
    const problem asked = product_of(data_type::bf16, 16, 16, 16);
    std::vector<std::byte> guard(guard_bytes, poison_for(asked.d().format));
    guard[7] = std::byte{0};
    EXPECT_THAT(check(asked, naive_product<float>(asked), guard).fault,
                HasSubstr("1 bytes behind D were overwritten"));
}

TEST(answer_check, a_batch_that_was_left_out_or_repeated_is_seen) {
    const problem asked = product_of(data_type::fp32, 24, 24, 24, 5);
    std::vector<std::byte> d = naive_product<float>(asked);
    const auto stride = static_cast<std::ptrdiff_t>(asked.d().bytes() / 5);
    std::copy_n(d.begin(), stride, d.begin() + 4 * stride);
    const std::string fault = check(asked, d).fault;
    EXPECT_THAT(fault, HasSubstr("sampled entries are wrong"));
    EXPECT_THAT(fault, HasSubstr("batch 4"));
}

TEST(answer_check, corners_of_several_batches_are_always_sampled) {
    const problem asked = product_of(data_type::fp32, 300, 200, 3, 7);
    const checked result = check(asked, naive_product<float>(asked));
    for (const std::uint64_t batch : {0u, 3u, 6u}) {
        const std::uint64_t first = batch * 300 * 200;
        for (const std::uint64_t corner :
             {first, first + 299, first + 300 * 199, first + 300 * 200 - 1}) {
            EXPECT_TRUE(
                std::any_of(result.entries.begin(), result.entries.end(),
                            [corner](const sampled_entry& one) { return one.index == corner; }));
        }
    }
    EXPECT_GT(result.entries.size(), 1000u);
}

TEST(answer_check, fp32_formed_by_tf32_units_is_found_out) {
    for (const std::int64_t k : {16, 512, 20000}) {
        const problem asked = product_of(data_type::fp32, 32, 32, k);
        const std::string fault = check(asked, naive_product<float>(asked, cut_to_tf32)).fault;
        EXPECT_THAT(fault, HasSubstr("sampled entries are wrong")) << k;
        EXPECT_THAT(fault, HasSubstr("errors of this size come from TF32")) << k;
    }
}

TEST(answer_check, tf32_formed_by_fp32_units_is_told) {
    const problem asked = product_of(data_type::tf32, 32, 32, 512);
    EXPECT_TRUE(check(asked, naive_product<float>(asked)).exact_for_tf32);
    EXPECT_FALSE(check(asked, naive_product<float>(asked, cut_to_tf32)).exact_for_tf32);
}

TEST(answer_check, an_unfinished_inspection_is_no_answer) {
    const problem asked = product_of(data_type::fp32, 8, 8, 8);
    const random_values a(asked.a().format, asked.input, asked.seed, 1);
    const random_values b(asked.b().format, asked.input, asked.seed, 2);
    const auto entries = sample_entries(asked, a, b);
    EXPECT_THROW(output_inspection(asked, entries).require_right(), invalid_answer);
}

} // namespace
} // namespace dyno::gemm
