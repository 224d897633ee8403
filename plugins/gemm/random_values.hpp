// The values of an input matrix: seeded, the same on every machine, any element at any time.
//
// Element i is entry h of a table of 65536 values, where h is 16 bits of a hash of the seed, the
// matrix and i (counter-based, so that the check of the answer needs no copy of the matrix and
// threads may fill parts of it). The table holds the 65536 quantiles of the distribution, rounded
// to the matrix's format: a normal distribution with 65536 different values in full mantissas, at
// about a nanosecond an element.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dyno::gemm {

/// Normal values are cut here, in units of their deviation: no fp8 or fp16 value overflows.
inline constexpr double normal_cut = 3.5;

/// Deviation of normal int8 values; the cut is then at 112 of 127.
inline constexpr double int8_deviation = 32;

class random_values {
public:
    /// Normal: mean 0, deviation 1 (int8: 32), cut at 3.5 deviations. Uniform: -1 to 1 (int8: -127
    /// to 127). `which` tells the matrices of one product apart.
    random_values(number_format format, input_kind kind, std::uint64_t seed, std::uint64_t which);

    /// Element `index` after rounding to the format.
    [[nodiscard]] double operator[](std::uint64_t index) const { return m_values[position(index)]; }

    /// Writes elements from `first` on, as many as fit into `out`, in the matrix's format.
    void fill(std::uint64_t first, std::span<std::byte> out) const;

private:
    static constexpr std::size_t table_size = 65536;

    [[nodiscard]] std::uint64_t hash(std::uint64_t block) const;
    [[nodiscard]] std::size_t position(std::uint64_t index) const {
        return (hash(index / 4) >> (16 * (index % 4))) & (table_size - 1);
    }
    template <class Bits>
    void fill_as(std::uint64_t first, std::span<std::byte> out) const;

    number_format m_format;
    std::uint64_t m_key;
    std::vector<double> m_values;   ///< the table, rounded
    std::vector<std::byte> m_table; ///< the same, in the format
};

} // namespace dyno::gemm
