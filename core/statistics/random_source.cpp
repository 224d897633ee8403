// SPDX-License-Identifier: Apache-2.0
#include "statistics/random_source.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace dyno::statistics {

std::uint64_t random_source::next() {
    m_state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

std::size_t random_source::below(std::size_t bound) {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<wide>(next()) * bound) >> 64);
}

double random_source::uniform() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

double random_source::normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

std::uint64_t seed_of(std::span<const double> numbers) {
    std::uint64_t seed = numbers.size();
    for (const double number : numbers) {
        seed = random_source(seed ^ std::bit_cast<std::uint64_t>(number)).next();
    }
    return seed;
}

} // namespace dyno::statistics
