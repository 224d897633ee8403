// Numbers with units as people read them: "1.234 ms", "671 TFLOP/s", "24.0 GiB", "+4.9 %".
// Values go in as run files hold them, in base units ("s", "FLOP/s", "B", "img/s", "1").
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace dyno::display {

/// What stands for a value that does not exist, or is not finite.
inline constexpr std::string_view no_value = "—";

/// A unit and the factor that takes it to its base unit.
struct scale {
    double factor = 1; ///< base units in one of these: 1e-3 for "ms"
    std::string unit;  ///< "ms"; empty for the unit "1"
};

/// The scale in which `value` has one to three digits before the point. Sizes ("B") take powers
/// of 1024, times end at seconds, rates of countable things ("img/s") and unknown units stay as
/// they are.
[[nodiscard]] scale scale_for(double value, std::string_view base_unit);

/// "1.234 ms": four significant digits.
[[nodiscard]] std::string quantity(double value, std::string_view base_unit);

/// The same with as many digits as `half_width` (of an interval, in base units) leaves meaningful:
/// the last digit is no finer than the half-width's first, but three to six digits are shown. A
/// half-width that is 0 or not finite says nothing.
[[nodiscard]] std::string quantity(double value, std::string_view base_unit, double half_width);

/// In a given scale, without the unit: for a column whose head names it.
[[nodiscard]] std::string in_scale(double value, const scale& in, double half_width);

/// A plain number of `digits` significant digits, never with an exponent below 1e15.
[[nodiscard]] std::string number(double value, int digits = 4);

/// A fraction as a percentage: 0.846 is "84.6 %". The second has a sign: "+4.9 %", "-0.3 %".
[[nodiscard]] std::string percent(double fraction, int decimals = 1);
[[nodiscard]] std::string signed_percent(double fraction, int decimals = 1);

} // namespace dyno::display
