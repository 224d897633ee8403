// SPDX-License-Identifier: Apache-2.0
#include "display/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dyno::display {
namespace {

constexpr int usual_digits = 4;
constexpr int fewest_digits = 3, most_digits = 6;

/// Power of ten of the first significant digit.
int exponent_of(double value) {
    return value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
}

double rounded(double value, int digits) {
    const double step = std::pow(10.0, exponent_of(value) - digits + 1);
    return std::round(value / step) * step;
}

/// Fixed-point text; a value that rounds to zero has no sign.
std::string fixed(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos) {
        text.erase(0, 1);
    }
    return text;
}

struct prefix {
    double factor;
    const char* text;
};

constexpr std::array decimal_prefixes{
    prefix{1e-9, "n"}, prefix{1e-6, "µ"}, prefix{1e-3, "m"}, prefix{1, ""},     prefix{1e3, "k"},
    prefix{1e6, "M"},  prefix{1e9, "G"},  prefix{1e12, "T"}, prefix{1e15, "P"}, prefix{1e18, "E"}};
constexpr std::array binary_prefixes{prefix{1, ""},
                                     prefix{1024., "Ki"},
                                     prefix{1048576., "Mi"},
                                     prefix{1073741824., "Gi"},
                                     prefix{1099511627776., "Ti"},
                                     prefix{1125899906842624., "Pi"}};

enum class family { plain = 1, time, decimal, rate, size };

family family_of(std::string_view unit) {
    if (unit == "s") {
        return family::time;
    }
    if (unit == "B") {
        return family::size;
    }
    if (unit == "FLOP/s" || unit == "OP/s" || unit == "B/s" || unit == "FLOP" || unit == "OP") {
        return family::rate;
    }
    if (unit == "J" || unit == "W" || unit == "Hz" || unit == "V" || unit == "A") {
        return family::decimal;
    }
    return family::plain;
}

template <class Prefixes>
prefix best_of(const Prefixes& prefixes, double value, double least, double most) {
    // 999.96 prints as 1000 with four digits, so the rounded value chooses.
    const double size = std::abs(rounded(value, usual_digits));
    prefix best{1, ""};
    for (const prefix& p : prefixes) {
        const bool allowed = p.factor >= least && p.factor <= most;
        if (allowed && (best.factor < least || size >= p.factor || p.factor == least)) {
            best = p;
        }
    }
    return best;
}

int decimals_for(double value, double half_width) {
    const int whole = exponent_of(rounded(value, usual_digits));
    int digits = usual_digits;
    if (std::isfinite(half_width) && half_width > 0) {
        digits = std::clamp(whole - exponent_of(half_width) + 1, fewest_digits, most_digits);
    }
    return std::clamp(digits - 1 - whole, 0, 15);
}

} // namespace

scale scale_for(double value, std::string_view base_unit) {
    const std::string unit = base_unit == "1" ? "" : std::string(base_unit);
    if (value == 0 || !std::isfinite(value)) {
        return {1, unit};
    }
    prefix chosen{1, ""};
    switch (family_of(base_unit)) {
    case family::time:
        chosen = best_of(decimal_prefixes, value, 1e-9, 1);
        break;
    case family::decimal:
        chosen = best_of(decimal_prefixes, value, 1e-9, 1e18);
        break;
    case family::rate:
        chosen = best_of(decimal_prefixes, value, 1, 1e18);
        break;
    case family::size:
        chosen = best_of(binary_prefixes, value, 1, 1e18);
        break;
    case family::plain:
        break;
    }
    return {chosen.factor, chosen.text + unit};
}

std::string in_scale(double value, const scale& in, double half_width) {
    if (!std::isfinite(value)) {
        return std::string(no_value);
    }
    const double shown = value / in.factor;
    if (shown == 0) {
        return "0";
    }
    if (std::abs(shown) >= 1e15 || std::abs(shown) < 1e-6) {
        return fmt::format("{:.3e}", shown);
    }
    return fixed(shown, decimals_for(shown, half_width / in.factor));
}

std::string quantity(double value, std::string_view base_unit, double half_width) {
    if (!std::isfinite(value)) {
        return std::string(no_value);
    }
    const scale in = scale_for(value, base_unit);
    std::string text = in_scale(value, in, half_width);
    if (in.factor == 1 && base_unit == "B") {
        text = fixed(value, 0); // there is no part of a byte
    }
    return in.unit.empty() ? text : text + " " + in.unit;
}

std::string quantity(double value, std::string_view base_unit) {
    return quantity(value, base_unit, 0);
}

std::string number(double value, int digits) {
    if (!std::isfinite(value)) {
        return std::string(no_value);
    }
    if (std::abs(value) >= 1e15) {
        return fmt::format("{:.{}e}", value, digits - 1);
    }
    const int decimals = digits - 1 - (value == 0 ? 0 : exponent_of(rounded(value, digits)));
    std::string text = fixed(value, std::clamp(decimals, 0, 15));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) {
            text.pop_back();
        }
    }
    return text;
}

std::string percent(double fraction, int decimals) {
    return std::isfinite(fraction) ? fixed(fraction * 100, decimals) + " %" : std::string(no_value);
}

std::string signed_percent(double fraction, int decimals) {
    std::string text = percent(fraction, decimals);
    const bool positive = fraction > 0 && text.find_first_of("123456789") != std::string::npos;
    return positive && std::isfinite(fraction) ? "+" + text : text;
}

} // namespace dyno::display
