// The product as the definition has it, entry by entry, for tests.
//
// `Sum` is the type that terms are added in; inputs can be cut as TF32 units cut them.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problem.hpp"
#include "random_values.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace dyno::gemm {

/// Rounded to 10 bits behind the point, as TF32 units read an fp32 number.
inline double cut_to_tf32(double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<float>((bits + 0x1000u) & 0xffffe000u);
}

inline double uncut(double value) {
    return value;
}

/// D with its guard, as a right implementation leaves them.
template <class Sum>
std::vector<std::byte> naive_product(const problem& asked, double (*cut)(double) = uncut) {
    const random_values a(asked.a().format, asked.input, asked.seed, 1);
    const random_values b(asked.b().format, asked.input, asked.seed, 2);
    const number_format output = asked.d().format;
    const std::size_t width = bytes_of(output);
    std::vector<std::byte> d(asked.d().bytes());
    std::size_t at = 0;
    for (std::int64_t batch = 0; batch < asked.batch; ++batch) {
        for (std::int64_t column = 0; column < asked.n; ++column) {
            for (std::int64_t row = 0; row < asked.m; ++row) {
                Sum sum = 0;
                for (std::int64_t i = 0; i < asked.k; ++i) {
                    const std::int64_t in_a =
                        batch * asked.m * asked.k +
                        (asked.transpose_a ? row * asked.k + i : i * asked.m + row);
                    const std::int64_t in_b =
                        batch * asked.k * asked.n +
                        (asked.transpose_b ? i * asked.n + column : column * asked.k + i);
                    sum += static_cast<Sum>(cut(a[static_cast<std::uint64_t>(in_a)])) *
                           static_cast<Sum>(cut(b[static_cast<std::uint64_t>(in_b)]));
                }
                const std::uint64_t bits = encode(output, static_cast<double>(sum));
                std::memcpy(d.data() + at, &bits, width);
                at += width;
            }
        }
    }
    return d;
}

} // namespace dyno::gemm
