// The rules between the parameters of a product.
//
// SPDX-License-Identifier: Apache-2.0
#include "parameters.hpp"
#include "problem.hpp"
#include "recording_host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace dyno::gemm {
namespace {

using ::testing::HasSubstr;
using given = std::map<std::string, std::string>;

/// A workload that has the parameters and does nothing, so that no device is needed.
struct declared {
    static constexpr const char* id = "gemm";
    static constexpr const char* summary = "Nothing";
    static constexpr std::uint32_t devices = on_cpu;
    static constexpr auto& parameters = gemm::parameters;
    static constexpr auto& metrics = gemm::metrics;
    declared(host /*to*/, const device& /*where*/) {}
    void prepare() {}
    void run() {}
};

problem read(const given& parameters) {
    const testing::recording_host recorder(detail::adapter<declared>::entry, parameters);
    return read_problem(host(recorder.services()));
}

std::string refusal_of(const given& parameters) {
    try {
        static_cast<void>(read(parameters));
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return "not refused";
}

TEST(problem, size_is_short_for_a_square_product) {
    const problem square = read({{"size", "64"}});
    EXPECT_EQ(square.m, 64);
    EXPECT_EQ(square.n, 64);
    EXPECT_EQ(square.k, 64);
    const problem ragged = read({{"m", "3"}, {"n", "5"}, {"k", "7"}});
    EXPECT_EQ(ragged.m, 3);
    EXPECT_EQ(ragged.n, 5);
    EXPECT_EQ(ragged.k, 7);
}

TEST(problem, a_shape_is_given_one_way_only) {
    EXPECT_THAT(refusal_of({}), HasSubstr("give size (m = n = k), or all of m, n and k"));
    EXPECT_THAT(refusal_of({{"m", "8"}, {"n", "8"}}),
                HasSubstr("all of m, n and k: size = 0, m = 8"));
    EXPECT_THAT(refusal_of({{"size", "8"}, {"k", "8"}}), HasSubstr("not both: size = 8"));
    EXPECT_THAT(refusal_of({{"size", "8"}, {"m", "8"}, {"n", "8"}, {"k", "8"}}),
                HasSubstr("not both"));
}

TEST(problem, sizes_that_cannot_be_counted_are_refused_in_one_line) {
    for (const char* size : {"2147483648", "4611686018427387904", "9223372036854775807"}) {
        const std::string refusal = refusal_of({{"size", size}});
        EXPECT_THAT(refusal, HasSubstr(std::string("size = ") + size + " cannot be addressed"));
        EXPECT_THAT(refusal, ::testing::Not(HasSubstr("\n")));
    }
    EXPECT_THAT(refusal_of({{"size", "8"}, {"batch", "9223372036854775807"}}),
                HasSubstr("batch = 9223372036854775807 cannot be addressed"));
    EXPECT_THAT(refusal_of({{"m", "1"}, {"n", "1"}, {"k", "3000000000"}}),
                HasSubstr("k = 3000000000"));
}

TEST(problem, sizes_whose_bytes_overflow_are_refused) {
    // 2^31 - 1 squared times 2^31 - 1 batches times 8 bytes is more than 64 bits hold.
    EXPECT_THAT(
        refusal_of({{"dtype", "\"fp64\""}, {"size", "2147483647"}, {"batch", "2147483647"}}),
        HasSubstr("matrix A cannot be addressed"));
    EXPECT_THAT(refusal_of({{"m", "2147483647"}, {"n", "2147483647"}, {"k", "1"}}),
                HasSubstr("matrix D cannot be addressed"));
    // 2^67 bytes: 64 bits would hold 0 of it.
    EXPECT_THAT(refusal_of({{"dtype", "\"fp64\""},
                            {"m", "1073741824"},
                            {"n", "1"},
                            {"k", "1073741824"},
                            {"batch", "16"}}),
                HasSubstr("matrix A cannot be addressed"));
    EXPECT_NO_THROW(static_cast<void>(read({{"size", "1000000"}})));
}

TEST(problem, matrices_are_stored_as_their_transposes_say) {
    const given shape = {{"m", "2"}, {"n", "3"}, {"k", "5"}, {"batch", "4"}};
    const auto with = [&shape](const char* transpose) {
        given parameters = shape;
        parameters["transpose"] = transpose;
        return read(parameters);
    };
    const problem nn = with("\"nn\"");
    EXPECT_EQ(nn.a().rows, 2);
    EXPECT_EQ(nn.a().columns, 5);
    EXPECT_EQ(nn.b().rows, 5);
    EXPECT_EQ(nn.b().columns, 3);
    const problem tt = with("\"tt\"");
    EXPECT_EQ(tt.a().rows, 5);
    EXPECT_EQ(tt.b().rows, 3);
    EXPECT_TRUE(with("\"tn\"").transpose_a);
    EXPECT_FALSE(with("\"tn\"").transpose_b);
    EXPECT_TRUE(with("\"nt\"").transpose_b);
    EXPECT_EQ(tt.d().rows, 2);
    EXPECT_EQ(tt.d().elements(), 24);
    EXPECT_EQ(tt.d().bytes(), 96u);
}

TEST(problem, work_is_two_operations_a_term) {
    EXPECT_EQ(read({{"m", "2"}, {"n", "3"}, {"k", "5"}, {"batch", "4"}}).operations(), 240);
    EXPECT_STREQ(read({{"size", "8"}}).work_unit(), "FLOP");
    EXPECT_STREQ(read({{"size", "8"}, {"dtype", "\"int8\""}}).work_unit(), "OP");
}

TEST(problem, the_peak_names_type_and_accumulator) {
    const auto rate = [](const char* dtype, const char* accumulate) {
        return std::string(
            read({{"size", "8"}, {"dtype", dtype}, {"accumulate", accumulate}}).peak_rate());
    };
    EXPECT_EQ(rate("\"bf16\"", "\"default\""), "bf16");
    EXPECT_EQ(rate("\"fp16\"", "\"fp32\""), "fp16");
    EXPECT_EQ(rate("\"fp16\"", "\"fp16\""), "fp16_acc16");
    EXPECT_EQ(rate("\"fp8_e4m3\"", "\"default\""), "fp8");
}

TEST(problem, what_no_device_can_do_is_said_in_words) {
    const auto reason = [](const given& parameters) {
        given all = parameters;
        all["size"] = "64";
        return impossible(read(all)).value_or("possible");
    };
    EXPECT_EQ(reason({{"dtype", "\"fp16\""}, {"accumulate", "\"fp16\""}}), "possible");
    EXPECT_EQ(reason({{"dtype", "\"bf16\""}, {"accumulate", "\"fp32\""}}), "possible");
    EXPECT_EQ(reason({{"dtype", "\"fp8_e4m3\""}, {"fast_accumulate", "true"}}), "possible");
    EXPECT_THAT(reason({{"dtype", "\"bf16\""}, {"accumulate", "\"fp16\""}}),
                HasSubstr("no library sums bf16 products in fp16"));
    EXPECT_THAT(reason({{"dtype", "\"fp64\""}, {"accumulate", "\"fp32\""}}), HasSubstr("fp64"));
    EXPECT_THAT(reason({{"dtype", "\"int8\""}, {"accumulate", "\"fp32\""}}), HasSubstr("int8"));
    EXPECT_THAT(reason({{"dtype", "\"bf16\""}, {"fast_accumulate", "true"}}),
                HasSubstr("fast_accumulate is for"));
}

TEST(problem, defaults_are_what_the_parameters_declare) {
    const problem asked = read({{"size", "8"}});
    EXPECT_EQ(asked.type, data_type::fp32);
    EXPECT_EQ(asked.workspace_bytes, default_workspace_bytes);
    EXPECT_EQ(asked.batch, 1);
    EXPECT_EQ(asked.input, input_kind::normal);
    EXPECT_EQ(asked.words(), "fp32 8 x 8 x 8, tn");
}

} // namespace
} // namespace dyno::gemm
