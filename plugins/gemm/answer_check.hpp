// Is the answer right? Sampled entries against a reference in double, and every entry for signs
// that it was never written.
//
// D and the guard bytes behind it are poisoned before the product: not-a-number for floating
// point, an impossible sum for int32. Afterwards all of D is scanned for non-finite and untouched
// entries, the sampled ones (the corners of several batches among them) are compared, and the
// guard must be as it was.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problem.hpp"
#include "random_values.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dyno::gemm {

/// Bytes behind D that a product must leave alone.
inline constexpr std::size_t guard_bytes = 4096;

/// What D and its guard are filled with before the product.
[[nodiscard]] std::byte poison_for(number_format output);

/// One entry of D and its right value.
struct sampled_entry {
    std::uint64_t index; ///< element of D, all batches counted
    double reference;    ///< from the rounded inputs, summed in double
    double magnitude;    ///< sum of |a b| over its k terms: what errors are in proportion to
};

/// The corners of the first, the middle and the last batch, and further entries at random, as many
/// as take some 20 ms of one core; by ascending index.
[[nodiscard]] std::vector<sampled_entry>
sample_entries(const problem& asked, const random_values& a, const random_values& b);

/// By how much a right answer may differ from the reference.
///
/// Rounding errors of a sum of products with random signs stay in a fixed proportion to sum |a b|,
/// whatever k: 2.5 roundings of fp32 were seen in 4096 terms. Tensor cores cut instead of rounding,
/// and drop bits of the inputs (tf32) or of the terms (fp8); these parts depend on k. The factors
/// are 5 to 15 times what cuBLAS 13.0 showed on an H200 at k = 512 and 4096, and fp32 formed by
/// TF32 units is still found out at any k under a million.
[[nodiscard]] double tolerance(const problem& asked, const sampled_entry& entry);

/// "D[row 0, column 7, batch 2] is 1.5 and should be 2.5 +- 0.001", or nothing.
[[nodiscard]] std::optional<std::string> fault_at(const problem& asked, const sampled_entry& entry,
                                                  double seen);

/// Goes through D part by part, in order, and gathers what is wrong with it.
class output_inspection {
public:
    output_inspection(const problem& asked, std::span<const sampled_entry> entries);

    /// The elements of D from `first` on, as bytes; each part begins where the last one ended.
    void see(std::uint64_t first, std::span<const std::byte> part);
    /// The bytes behind D.
    void see_guard(std::span<const std::byte> guard);

    /// Throws invalid_answer with everything that was seen to be wrong.
    void require_right() const;

    /// Largest |error| / sum |a b| over the sampled entries.
    [[nodiscard]] double worst_error() const { return m_worst_error; }
    /// True if a tf32 product is as exact as an fp32 one: TF32 units had no part in it.
    [[nodiscard]] bool is_exact_for_tf32() const;
    [[nodiscard]] std::string summary() const; ///< "1030 entries, max |error| / sum |ab| 1.2e-07"

private:
    template <class Bits>
    void scan(std::uint64_t first, std::span<const std::byte> part);

    problem m_asked;
    std::span<const sampled_entry> m_entries;
    std::size_t m_compared = 0;
    std::size_t m_wrong = 0;
    std::uint64_t m_untouched = 0;
    std::uint64_t m_not_finite = 0;
    std::size_t m_guard_changed = 0;
    double m_worst_error = 0;
    double m_worst_excess = 0; ///< error over tolerance of the worst wrong entry
    std::string m_worst_fault;
    std::string m_first_untouched;
    std::string m_first_not_finite;
};

} // namespace dyno::gemm
