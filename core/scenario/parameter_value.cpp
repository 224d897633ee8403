// SPDX-License-Identifier: Apache-2.0
#include "scenario/parameter_value.hpp"

#include "display/spelling.hpp"
#include "record/error.hpp"
#include "scenario/scenario.hpp"
#include "scenario/toml.hpp"

#include <algorithm>
#include <cmath>

namespace dyno {
namespace {

using record::value_type;

std::string written_text(const node& written) {
    if (const auto* text = written.as<std::string>()) {
        return "\"" + *text + "\"";
    }
    if (const auto* integer = written.as<std::int64_t>()) {
        return std::to_string(*integer);
    }
    if (const auto* real = written.as<double>()) {
        return record::to_text(*real);
    }
    if (const auto* truth = written.as<bool>()) {
        return *truth ? "true" : "false";
    }
    return kind_of(written);
}

std::string wanted_text(const record::parameter_declaration& p) {
    std::string range;
    if (p.least_integer) {
        range =
            " from " + std::to_string(*p.least_integer) + " to " + std::to_string(*p.most_integer);
    } else if (p.least_real) {
        range = " from " + record::to_text(*p.least_real) + " to " + record::to_text(*p.most_real);
    }
    switch (p.type) {
    case value_type::integer:
        return (p.unit == "B" ? "a size in bytes (\"24 GiB\" or a whole number)"
                              : "a whole number") +
               range;
    case value_type::real:
        return "a number" + range;
    case value_type::boolean:
        return "true or false";
    case value_type::text:
        break;
    }
    if (p.allowed.empty()) {
        return "a text";
    }
    std::string words;
    for (const std::string& word : p.allowed) {
        words += (words.empty() ? "\"" : ", \"") + word + "\"";
    }
    return "one of " + words;
}

std::optional<record::value> convert(const record::parameter_declaration& p, const node& written) {
    switch (p.type) {
    case value_type::integer: {
        const auto* plain = written.as<std::int64_t>();
        const auto integer = plain           ? std::optional(*plain)
                             : p.unit == "B" ? read_bytes(written)
                                             : std::nullopt;
        const bool fits =
            integer &&
            (!p.least_integer || (*integer >= *p.least_integer && *integer <= *p.most_integer));
        return fits ? std::optional<record::value>(*integer) : std::nullopt;
    }
    case value_type::real: {
        double real = std::nan("");
        if (const auto* number = written.as<double>()) {
            real = *number;
        } else if (const auto* integer = written.as<std::int64_t>()) {
            real = static_cast<double>(*integer);
        }
        const bool fits = std::isfinite(real) &&
                          (!p.least_real || (real >= *p.least_real && real <= *p.most_real));
        return fits ? std::optional<record::value>(real) : std::nullopt;
    }
    case value_type::boolean: {
        const auto* truth = written.as<bool>();
        return truth ? std::optional<record::value>(*truth) : std::nullopt;
    }
    case value_type::text: {
        const auto* text = written.as<std::string>();
        const bool fits = text && text->find('\0') == std::string::npos &&
                          (p.allowed.empty() ||
                           std::find(p.allowed.begin(), p.allowed.end(), *text) != p.allowed.end());
        return fits ? std::optional<record::value>(*text) : std::nullopt;
    }
    }
    return std::nullopt;
}

} // namespace

parameter_result accept(const record::parameter_declaration& parameter, const node& written) {
    if (auto accepted = convert(parameter, written)) {
        return {std::move(accepted), {}};
    }
    std::string trouble =
        "'" + parameter.name + "' is " + wanted_text(parameter) + ", not " + written_text(written);
    if (const auto* text = written.as<std::string>()) {
        trouble += suggestion(*text, parameter.allowed);
    }
    return {std::nullopt, std::move(trouble)};
}

std::optional<record::value> plain_value(const node& written) {
    return std::visit(
        [](const auto& held) -> std::optional<record::value> {
            using type = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<type, node_list> || std::is_same_v<type, node_table>) {
                return std::nullopt;
            } else {
                return record::value(held);
            }
        },
        written.held);
}

std::optional<record::value> default_of(const record::parameter_declaration& parameter) {
    if (parameter.fallback_toml.empty()) {
        return std::nullopt;
    }
    const auto parsed = parse_toml_value(parameter.fallback_toml, {});
    auto result = parsed ? accept(parameter, *parsed) : parameter_result{};
    if (!result.accepted) {
        throw error("the plugin declares the default " + parameter.fallback_toml + " for '" +
                    parameter.name + "', which its own declaration refuses");
    }
    return result.accepted;
}

} // namespace dyno
