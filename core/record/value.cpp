// SPDX-License-Identifier: Apache-2.0
#include "record/value.hpp"

#include <charconv>
#include <type_traits>

namespace dyno::record {

std::string to_text(double number) {
    char buffer[32];
    const auto [end, failure] = std::to_chars(buffer, buffer + sizeof buffer, number);
    return failure == std::errc() ? std::string(buffer, end) : std::string();
}

std::string to_text(const value& v) {
    return std::visit(
        [](const auto& held) -> std::string {
            using type = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<type, bool>) {
                return held ? "true" : "false";
            } else if constexpr (std::is_same_v<type, std::int64_t>) {
                return std::to_string(held);
            } else if constexpr (std::is_same_v<type, double>) {
                return to_text(held);
            } else {
                return held;
            }
        },
        v);
}

std::string to_text(const parameters& all) {
    std::string text;
    for (const auto& [name, v] : all) {
        text += (text.empty() ? "" : " ") + name + "=" + to_text(v);
    }
    return text;
}

} // namespace dyno::record
