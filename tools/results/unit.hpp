// Units that can be converted into each other: within a family only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dyno::results {

/// What a unit is in its family's base unit: value · times / per.
struct unit_in_base {
    std::string base;          ///< "s"
    double times = 1, per = 1; ///< one of them is 1, so that 100 ns and 0.1 µs become equal
};

/// For "ms", "GB/s", "TFLOP/s", …; none for a unit without a family ("img/s", "widgets").
[[nodiscard]] std::optional<unit_in_base> unit_in_base_of(std::string_view unit);

/// The value in the base unit.
[[nodiscard]] double to_base(double value, const unit_in_base& unit);

} // namespace dyno::results
