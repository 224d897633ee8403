// The value of a parameter: a truth value, a whole number, a real number or a text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace dyno::record {

using value = std::variant<bool, std::int64_t, double, std::string>;

/// Parameters by name; the order is the alphabet's, so that equal sets print alike.
using parameters = std::map<std::string, value>;

/// Shortest text that reads back as the same value: "4096", "0.1", "bf16", "true".
[[nodiscard]] std::string to_text(const value& v);

/// "m=4096 dtype=bf16".
[[nodiscard]] std::string to_text(const parameters& all);

/// Shortest decimal text that reads back as the same number, independent of the locale.
[[nodiscard]] std::string to_text(double number);

} // namespace dyno::record
