// Random numbers that are the same on every machine, seeded from data: the same bytes in give the
// same bytes out. std::shuffle and the standard distributions differ between libraries.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace dyno::statistics {

/// SplitMix64 (Steele, Lea and Flood, 2014).
class random_source {
public:
    explicit random_source(std::uint64_t seed) : m_state(seed) {}

    [[nodiscard]] std::uint64_t next();

    /// Uniform in [0, bound); bound > 0. The bias is below bound/2^64.
    [[nodiscard]] std::size_t below(std::size_t bound);

    /// Uniform in [0, 1).
    [[nodiscard]] double uniform();

    /// Normal with mean 0 and deviation 1 (Box and Muller).
    [[nodiscard]] double normal();

    /// Fisher and Yates.
    template <class Element>
    void shuffle(std::span<Element> all) {
        for (std::size_t i = all.size(); i > 1; --i) {
            std::swap(all[i - 1], all[below(i)]);
        }
    }

private:
    std::uint64_t m_state;
};

/// A seed that depends on every bit of the numbers and on their order.
[[nodiscard]] std::uint64_t seed_of(std::span<const double> numbers);

} // namespace dyno::statistics
