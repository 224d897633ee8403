// The reference, the tolerances and the scan of D.
//
// SPDX-License-Identifier: Apache-2.0
#include "answer_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

namespace dyno::gemm {
namespace {

sampled_entry computed_entry(const problem& asked, const random_values& a, const random_values& b,
                             std::uint64_t index) {
    const auto m = static_cast<std::uint64_t>(asked.m);
    const auto n = static_cast<std::uint64_t>(asked.n);
    const auto k = static_cast<std::uint64_t>(asked.k);
    const std::uint64_t batch = index / (m * n);
    const std::uint64_t row = index % m;
    const std::uint64_t column = index / m % n;
    const std::uint64_t a_first = batch * m * k + (asked.transpose_a ? row * k : row);
    const std::uint64_t a_step = asked.transpose_a ? 1 : m;
    const std::uint64_t b_first = batch * k * n + (asked.transpose_b ? column : column * k);
    const std::uint64_t b_step = asked.transpose_b ? n : 1;
    sampled_entry entry{index, 0, 0};
    for (std::uint64_t i = 0; i < k; ++i) {
        const double term = a[a_first + i * a_step] * b[b_first + i * b_step];
        entry.reference += term;
        entry.magnitude += std::fabs(term);
    }
    return entry;
}

/// Of IEEE fp32 products summed in fp32, relative to sum |a b|.
constexpr double fp32_sum_tolerance = 16 * 0x1p-24;

/// Relative to sum |a b|: see tolerance().
double sum_tolerance(const problem& asked) {
    // What is dropped from single terms averages out as 1/sqrt(k), with room for six deviations.
    const double root = std::sqrt(static_cast<double>(asked.k));
    const double averaged = std::min(1.0, 6 / root);
    // Tensor cores cut their fp32 sums, always towards zero, which adds up as sqrt(k).
    const double tensor_sum = std::max(64.0, root) * roundoff(number_format::fp32);
    if (asked.sum == accumulator::fp16) {
        return 8 * roundoff(number_format::fp16); // 0.65 roundings seen
    }
    switch (asked.type) {
    case data_type::fp64:
        return 64 * roundoff(number_format::fp64); // the reference errs as much
    case data_type::fp32:
        return fp32_sum_tolerance; // 2.5 roundings seen
    case data_type::tf32:
        // Each input is cut to 10 bits behind the point: up to 2^-10 of it, twice.
        return tensor_sum + 0x1p-9 * averaged; // 1.9e-5 seen, here 1.9e-4
    case data_type::bf16:
    case data_type::fp16:
        return tensor_sum; // 5 roundings seen at k = 4096
    case data_type::fp8_e4m3:
        // The tensor cores keep some 13 bits of each term; with fast accumulation, of the sum.
        // Seen at k = 512, 4096: 4.6e-5, 1.2e-5; fast 1.2e-4, 1.9e-4.
        return 0x1p-9 * std::max(asked.fast_accumulate ? 0.5 : 0.125, averaged);
    case data_type::int8:
        return 0;
    }
    return 0;
}

std::string position(const problem& asked, std::uint64_t index) {
    const auto m = static_cast<std::uint64_t>(asked.m);
    const auto n = static_cast<std::uint64_t>(asked.n);
    std::string text =
        "D[row " + std::to_string(index % m) + ", column " + std::to_string(index / m % n);
    if (asked.batch > 1) {
        text += ", batch " + std::to_string(index / (m * n));
    }
    return text + "]";
}

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

/// Bits that are all set in infinities and NaNs, and in no other value; 0 for integers.
std::uint64_t exponent_bits(number_format format) {
    switch (format) {
    case number_format::fp64:
        return 0x7ff0'0000'0000'0000;
    case number_format::fp32:
        return 0x7f80'0000;
    case number_format::bf16:
        return 0x7f80;
    case number_format::fp16:
        return 0x7c00;
    default:
        return 0;
    }
}

} // namespace

std::byte poison_for(number_format output) {
    // All ones is a NaN in every floating-point format. -2139062144 as an int32 sum would take
    // 170000 terms of the largest int8 products.
    return output == number_format::int32 ? std::byte{0x80} : std::byte{0xff};
}

std::vector<sampled_entry> sample_entries(const problem& asked, const random_values& a,
                                          const random_values& b) {
    const auto m = static_cast<std::uint64_t>(asked.m);
    const auto n = static_cast<std::uint64_t>(asked.n);
    const auto batches = static_cast<std::uint64_t>(asked.batch);
    std::vector<std::uint64_t> chosen;
    for (const std::uint64_t batch : {std::uint64_t{0}, batches / 2, batches - 1}) {
        const std::uint64_t first = batch * m * n;
        chosen.insert(chosen.end(), {first, first + m - 1, first + m * (n - 1), first + m * n - 1});
    }
    // 2^22 terms of about 5 ns.
    const std::int64_t wanted = std::clamp<std::int64_t>((1 << 22) / asked.k, 16, 1024);
    std::mt19937_64 random(asked.seed);
    for (std::int64_t i = 0; i < wanted; ++i) {
        chosen.push_back(random() % (m * n * batches));
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());

    std::vector<sampled_entry> entries;
    entries.reserve(chosen.size());
    for (const std::uint64_t index : chosen) {
        entries.push_back(computed_entry(asked, a, b, index));
    }
    return entries;
}

double tolerance(const problem& asked, const sampled_entry& entry) {
    const number_format output = asked.d().format;
    double allowed = sum_tolerance(asked) * entry.magnitude +
                     roundoff(output) * std::fabs(entry.reference) + underflow(output);
    if (asked.sum == accumulator::fp16) {
        allowed += static_cast<double>(asked.k) * underflow(number_format::fp16);
    }
    return allowed;
}

std::optional<std::string> fault_at(const problem& asked, const sampled_entry& entry, double seen) {
    const double allowed = tolerance(asked, entry);
    if (std::fabs(seen - entry.reference) <= allowed) { // false for a NaN
        return std::nullopt;
    }
    return position(asked, entry.index) + " is " + number(seen) + " and should be " +
           number(entry.reference) + " +- " + number(allowed);
}

output_inspection::output_inspection(const problem& asked, std::span<const sampled_entry> entries)
    : m_asked(asked), m_entries(entries) {}

template <class Bits>
void output_inspection::scan(std::uint64_t first, std::span<const std::byte> part) {
    const auto exponent = static_cast<Bits>(exponent_bits(m_asked.d().format));
    Bits poison{};
    std::memset(&poison, static_cast<int>(poison_for(m_asked.d().format)), sizeof(Bits));
    const std::size_t count = part.size() / sizeof(Bits);
    const auto at = [&part](std::size_t i) {
        Bits bits;
        std::memcpy(&bits, part.data() + i * sizeof(Bits), sizeof(Bits));
        return bits;
    };

    std::uint64_t untouched = 0;
    std::uint64_t not_finite = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Bits bits = at(i);
        untouched += bits == poison;
        not_finite += exponent != 0 && (bits & exponent) == exponent;
    }
    not_finite -= exponent != 0 ? untouched : 0;
    for (std::size_t i = 0; i < count && (untouched > 0 || not_finite > 0); ++i) {
        const Bits bits = at(i);
        if (bits == poison) {
            if (m_first_untouched.empty()) {
                m_first_untouched = position(m_asked, first + i);
            }
        } else if (exponent != 0 && (bits & exponent) == exponent && m_first_not_finite.empty()) {
            m_first_not_finite =
                position(m_asked, first + i) + " is " + number(decode(m_asked.d().format, bits));
        }
        if ((untouched == 0 || !m_first_untouched.empty()) &&
            (not_finite == 0 || !m_first_not_finite.empty())) {
            break;
        }
    }
    m_untouched += untouched;
    m_not_finite += not_finite;
}

void output_inspection::see(std::uint64_t first, std::span<const std::byte> part) {
    const number_format format = m_asked.d().format;
    const std::size_t width = bytes_of(format);
    switch (width) {
    case 2:
        scan<std::uint16_t>(first, part);
        break;
    case 4:
        scan<std::uint32_t>(first, part);
        break;
    default:
        scan<std::uint64_t>(first, part);
        break;
    }
    const std::uint64_t end = first + part.size() / width;
    for (; m_compared < m_entries.size() && m_entries[m_compared].index < end; ++m_compared) {
        const sampled_entry& entry = m_entries[m_compared];
        std::uint64_t bits = 0;
        std::memcpy(&bits, part.data() + (entry.index - first) * width, width);
        const double seen = decode(format, bits);
        const double error = std::fabs(seen - entry.reference);
        if (entry.magnitude > 0) {
            m_worst_error = std::max(m_worst_error, error / entry.magnitude);
        }
        if (auto fault = fault_at(m_asked, entry, seen)) {
            ++m_wrong;
            const double excess = error / std::max(tolerance(m_asked, entry), 1e-300);
            if (m_worst_fault.empty() || excess > m_worst_excess) {
                m_worst_excess = excess;
                m_worst_fault = std::move(*fault);
            }
        }
    }
}

void output_inspection::see_guard(std::span<const std::byte> guard) {
    const std::byte poison = poison_for(m_asked.d().format);
    m_guard_changed += static_cast<std::size_t>(std::count_if(
        guard.begin(), guard.end(), [poison](std::byte one) { return one != poison; }));
}

void output_inspection::require_right() const {
    std::string wrong;
    const auto add = [&wrong](const std::string& fault) {
        if (!wrong.empty()) {
            wrong += "; ";
        }
        wrong += fault;
    };
    if (m_untouched > 0) {
        add(std::to_string(m_untouched) + " of " + std::to_string(m_asked.d().elements()) +
            " entries were never written, the first is " + m_first_untouched);
    }
    if (m_not_finite > 0) {
        add(std::to_string(m_not_finite) +
            " entries are not finite, the first: " + m_first_not_finite);
    }
    if (m_wrong > 0) {
        add(std::to_string(m_wrong) + " of " + std::to_string(m_entries.size()) +
            " sampled entries are wrong, the worst: " + m_worst_fault);
        // 2^-9: what TF32 may drop of one product.
        if (m_asked.type == data_type::fp32 && m_worst_error <= 0x1p-9) {
            add("errors of this size come from TF32 (is NVIDIA_TF32_OVERRIDE set?)");
        }
    }
    if (m_compared < m_entries.size()) {
        add("only " + std::to_string(m_compared) + " of " + std::to_string(m_entries.size()) +
            " sampled entries were seen");
    }
    if (m_guard_changed > 0) {
        add(std::to_string(m_guard_changed) + " bytes behind D were overwritten");
    }
    if (!wrong.empty()) {
        throw invalid_answer(m_asked.words() + ": " + wrong);
    }
}

bool output_inspection::is_exact_for_tf32() const {
    // Few entries can be exact by chance, and zeros always are.
    return m_asked.type == data_type::tf32 && m_asked.input != input_kind::zeros &&
           m_compared >= 16 && m_worst_error <= fp32_sum_tolerance;
}

std::string output_inspection::summary() const {
    return std::to_string(m_compared) + " entries, max |error| / sum |ab| " + number(m_worst_error);
}

} // namespace dyno::gemm
