// Quantile tables and the counter-based hash.
//
// SPDX-License-Identifier: Apache-2.0
#include "random_values.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>

namespace dyno::gemm {
namespace {

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every input bit moves every output
/// bit.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;

/// Where the standard normal distribution has the share `p` below it, by Newton's method on erfc
/// from a guess.
double normal_quantile(double p, double guess) {
    constexpr double pi = 3.14159265358979323846;
    double x = guess;
    for (int step = 0; step < 60; ++step) {
        const double excess = 0.5 * std::erfc(-x / std::sqrt(2.0)) - p;
        const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * pi);
        const double move = excess / density;
        // A step of more than 1 overshoots from the flat tail.
        x -= std::fmax(-1.0, std::fmin(1.0, move));
        if (std::fabs(move) < 1e-13) {
            break;
        }
    }
    return x;
}

/// The value below which the share `u` of the distribution lies; `guess` is one near it.
double quantile(input_kind kind, double u, double guess) {
    switch (kind) {
    case input_kind::normal: {
        const double below = 0.5 * std::erfc(normal_cut / std::sqrt(2.0));
        return normal_quantile(below + u * (1 - 2 * below), guess);
    }
    case input_kind::uniform:
        return 2 * u - 1;
    case input_kind::zeros:
        return 0;
    }
    throw std::logic_error("unknown kind of input");
}

double scale_of(number_format format, input_kind kind) {
    if (format != number_format::int8) {
        return 1;
    }
    return kind == input_kind::uniform ? 127 : int8_deviation;
}

} // namespace

random_values::random_values(number_format format, input_kind kind, std::uint64_t seed,
                             std::uint64_t which)
    : m_format(format), m_key(mixed(mixed(seed + golden) ^ (which * golden))), m_values(table_size),
      m_table(table_size * bytes_of(format)) {
    const std::size_t width = bytes_of(format);
    double value = -normal_cut;
    for (std::size_t i = 0; i < table_size; ++i) {
        const double u = (static_cast<double>(i) + 0.5) / table_size;
        value = quantile(kind, u, value);
        const std::uint64_t bits = encode(format, value * scale_of(format, kind));
        m_values[i] = decode(format, bits);
        std::memcpy(m_table.data() + i * width, &bits, width); // little-endian, as every CUDA host
    }
}

std::uint64_t random_values::hash(std::uint64_t block) const {
    return mixed(m_key + (block + 1) * golden);
}

template <class Bits>
void random_values::fill_as(std::uint64_t first, std::span<std::byte> out) const {
    std::size_t left = out.size() / sizeof(Bits);
    std::byte* to = out.data();
    const auto put = [&](std::size_t entry) {
        std::memcpy(to, m_table.data() + entry * sizeof(Bits), sizeof(Bits));
        to += sizeof(Bits);
    };
    std::uint64_t index = first;
    for (; left > 0 && index % 4 != 0; --left, ++index) {
        put(position(index));
    }
    for (; left >= 4; left -= 4, index += 4) {
        const std::uint64_t four = hash(index / 4);
        put(four & 0xffff);
        put(four >> 16 & 0xffff);
        put(four >> 32 & 0xffff);
        put(four >> 48);
    }
    for (; left > 0; --left, ++index) {
        put(position(index));
    }
}

void random_values::fill(std::uint64_t first, std::span<std::byte> out) const {
    switch (bytes_of(m_format)) {
    case 1:
        return fill_as<std::uint8_t>(first, out);
    case 2:
        return fill_as<std::uint16_t>(first, out);
    case 4:
        return fill_as<std::uint32_t>(first, out);
    default:
        return fill_as<std::uint64_t>(first, out);
    }
}

} // namespace dyno::gemm
