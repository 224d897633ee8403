// One description per format drives both conversions.
//
// SPDX-License-Identifier: Apache-2.0
#include "number_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dyno::gemm {
namespace {

/// A binary floating-point format of at most 16 bits.
struct small_float {
    int exponent_bits;
    int fraction_bits;
    bool has_infinity; ///< else the top exponent holds numbers too, and all ones are NaN (e4m3)

    [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    [[nodiscard]] int sign_shift() const { return exponent_bits + fraction_bits; }
    [[nodiscard]] std::uint64_t top_exponent() const { return (1u << exponent_bits) - 1; }
    [[nodiscard]] std::uint64_t infinity() const { return top_exponent() << fraction_bits; }
    [[nodiscard]] std::uint64_t nan() const { return (1u << sign_shift()) - 1; }
};

small_float description_of(number_format format) {
    switch (format) {
    case number_format::bf16:
        return {8, 7, true};
    case number_format::fp16:
        return {5, 10, true};
    case number_format::e4m3:
        return {4, 3, false};
    default:
        throw std::logic_error("not a small floating-point format");
    }
}

std::uint64_t encode_small(const small_float& as, double value) {
    const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << as.sign_shift() : 0;
    if (std::isnan(value)) {
        return sign | as.nan();
    }
    const double magnitude = std::fabs(value);
    const std::uint64_t largest = as.has_infinity ? as.infinity() : as.nan() - 1;
    if (std::isinf(magnitude)) {
        return sign | largest;
    }
    if (magnitude == 0) {
        return sign;
    }
    const int exponent = std::max(std::ilogb(magnitude), 1 - as.bias());
    // Units in the last place, rounded to even by the default rounding mode. A carry into the next
    // exponent comes out right, because the bits of a float count up through it.
    const auto units = static_cast<std::uint64_t>(
        std::nearbyint(std::ldexp(magnitude, as.fraction_bits - exponent)));
    const auto below = static_cast<std::uint64_t>(exponent + as.bias() - 1) << as.fraction_bits;
    return sign | std::min(below + units, largest);
}

double decode_small(const small_float& as, std::uint64_t bits) {
    const bool negative = (bits >> as.sign_shift()) & 1;
    const std::uint64_t fraction = bits & ((1u << as.fraction_bits) - 1);
    const std::uint64_t exponent = (bits >> as.fraction_bits) & as.top_exponent();
    double magnitude = 0;
    if (as.has_infinity && exponent == as.top_exponent()) {
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN();
    } else if (!as.has_infinity && (bits & as.nan()) == as.nan()) {
        magnitude = std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        magnitude = std::ldexp(static_cast<double>(fraction), 1 - as.bias() - as.fraction_bits);
    } else {
        magnitude = std::ldexp(static_cast<double>(fraction + (1u << as.fraction_bits)),
                               static_cast<int>(exponent) - as.bias() - as.fraction_bits);
    }
    return negative ? -magnitude : magnitude;
}

template <class Integer>
Integer nearest(double value) {
    using limits = std::numeric_limits<Integer>;
    return static_cast<Integer>(std::clamp(std::nearbyint(value),
                                           static_cast<double>(limits::min()),
                                           static_cast<double>(limits::max())));
}

} // namespace

const char* name_of(number_format format) {
    switch (format) {
    case number_format::fp64:
        return "fp64";
    case number_format::fp32:
        return "fp32";
    case number_format::bf16:
        return "bf16";
    case number_format::fp16:
        return "fp16";
    case number_format::e4m3:
        return "e4m3";
    case number_format::int8:
        return "int8";
    case number_format::int32:
        return "int32";
    }
    throw std::logic_error("unknown number format");
}

std::size_t bytes_of(number_format format) {
    switch (format) {
    case number_format::fp64:
        return 8;
    case number_format::fp32:
    case number_format::int32:
        return 4;
    case number_format::bf16:
    case number_format::fp16:
        return 2;
    case number_format::e4m3:
    case number_format::int8:
        return 1;
    }
    throw std::logic_error("unknown number format");
}

std::uint64_t encode(number_format format, double value) {
    switch (format) {
    case number_format::fp64:
        return std::bit_cast<std::uint64_t>(value);
    case number_format::fp32:
        return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case number_format::int8:
        return static_cast<std::uint8_t>(nearest<std::int8_t>(value));
    case number_format::int32:
        return static_cast<std::uint32_t>(nearest<std::int32_t>(value));
    default:
        return encode_small(description_of(format), value);
    }
}

double decode(number_format format, std::uint64_t bits) {
    switch (format) {
    case number_format::fp64:
        return std::bit_cast<double>(bits);
    case number_format::fp32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case number_format::int8:
        return static_cast<std::int8_t>(bits);
    case number_format::int32:
        return static_cast<std::int32_t>(bits);
    default:
        return decode_small(description_of(format), bits);
    }
}

double roundoff(number_format format) {
    switch (format) {
    case number_format::fp64:
        return 0x1p-53;
    case number_format::fp32:
        return 0x1p-24;
    case number_format::bf16:
        return 0x1p-8;
    case number_format::fp16:
        return 0x1p-11;
    case number_format::e4m3:
        return 0x1p-4;
    case number_format::int8:
    case number_format::int32:
        return 0;
    }
    throw std::logic_error("unknown number format");
}

double underflow(number_format format) {
    switch (format) {
    case number_format::fp64:
        return std::numeric_limits<double>::denorm_min();
    case number_format::fp32:
        return 0x1p-150;
    case number_format::bf16:
        return 0x1p-134;
    case number_format::fp16:
        return 0x1p-25;
    case number_format::e4m3:
        return 0x1p-10;
    case number_format::int8:
    case number_format::int32:
        return 0;
    }
    throw std::logic_error("unknown number format");
}

} // namespace dyno::gemm
