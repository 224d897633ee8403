// SPDX-License-Identifier: Apache-2.0
#include "display/duration.hpp"

#include "display/quantity.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace dyno::display {
namespace {

std::string two_units(std::int64_t count, std::int64_t per, const char* large, const char* small) {
    const std::int64_t rest = count % per;
    return rest == 0 ? fmt::format("{} {}", count / per, large)
                     : fmt::format("{} {} {} {}", count / per, large, rest, small);
}

} // namespace

std::string duration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e12) {
        return std::string(no_value);
    }
    if (seconds < 0.9995) {
        return fmt::format("{:.0f} ms", seconds * 1e3);
    }
    if (seconds < 9.95) {
        return fmt::format("{:.1f} s", seconds);
    }
    const std::int64_t whole = std::llround(seconds);
    if (whole < 60) {
        return fmt::format("{} s", whole);
    }
    if (whole < 3600) {
        return two_units(whole, 60, "min", "s");
    }
    const std::int64_t minutes = std::llround(seconds / 60);
    if (minutes < 24 * 60) {
        return two_units(minutes, 60, "h", "min");
    }
    return two_units(std::llround(seconds / 3600), 24, "d", "h");
}

} // namespace dyno::display
