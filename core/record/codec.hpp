// From the model to JSON values and back, one pair of functions a type. Private to core/record:
// nothing else knows JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/error.hpp"
#include "record/message.hpp"
#include "record/run_file.hpp"
#include "record/telemetry.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace dyno::record {

using json = nlohmann::ordered_json;

/// An object being read: knows where it is, and checks presence and type of each key.
class object_reader {
public:
    /// Throws dyno::error if `at` is no object. `at` must outlive the reader.
    object_reader(const json& at, std::string where);

    [[nodiscard]] bool has(const char* key) const;
    [[nodiscard]] const json& any(const char* key) const;
    [[nodiscard]] std::string text(const char* key) const;
    [[nodiscard]] double number(const char* key) const;
    [[nodiscard]] std::int64_t integer(const char* key) const;
    /// A whole number that an int holds.
    [[nodiscard]] int small_integer(const char* key) const;
    /// A whole number from 0 on.
    [[nodiscard]] std::uint64_t count(const char* key) const;
    [[nodiscard]] bool truth(const char* key) const;
    [[nodiscard]] object_reader object(const char* key) const;
    [[nodiscard]] const json& array(const char* key) const;
    [[nodiscard]] std::vector<std::string> texts(const char* key) const;
    [[nodiscard]] std::vector<double> numbers(const char* key) const;
    /// What `from` makes of the text; a word that it throws dyno::error for is told with its place.
    template <class From>
    [[nodiscard]] auto word(const char* key, From from) const {
        const std::string found = text(key);
        try {
            return from(found);
        } catch (const dyno::error& failure) {
            throw failure.in(where(key));
        }
    }

    /// The same with a default for a key that is absent.
    [[nodiscard]] std::string text_or(const char* key, std::string fallback) const;
    [[nodiscard]] double number_or(const char* key, double fallback) const;

    [[nodiscard]] const json& raw() const { return *m_at; }
    [[nodiscard]] std::string where(const char* key) const;
    [[nodiscard]] dyno::error wrong(const char* key, const char* wanted) const;

private:
    const json* m_at;
    std::string m_where;
};

/// Every element of the array `key` by `decode(object_reader)`.
template <class Decode>
auto decode_all(const object_reader& from, const char* key, Decode decode) {
    std::vector<decltype(decode(from))> all;
    const json& elements = from.array(key);
    all.reserve(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        all.push_back(
            decode(object_reader(elements[i], from.where(key) + "[" + std::to_string(i) + "]")));
    }
    return all;
}

[[nodiscard]] json encode(const value& v);
[[nodiscard]] json encode(const parameters& p);
[[nodiscard]] json encode(const policy& p);
[[nodiscard]] json encode(const device& d);
[[nodiscard]] json encode(const fact_sheet& sheet);
[[nodiscard]] json encode(const launch& l);
[[nodiscard]] json encode(const telemetry& t);
[[nodiscard]] json encode(const telemetry_sample& s);
[[nodiscard]] json encode(const metric_declaration& m);
[[nodiscard]] json encode(const std::map<std::string, std::string>& texts);
[[nodiscard]] json encode_head(const run_file& f);

[[nodiscard]] value decode_value(const json& from, const std::string& where);
[[nodiscard]] parameters decode_parameters(const object_reader& from);
[[nodiscard]] policy decode_policy(const object_reader& from);
[[nodiscard]] device decode_device(const object_reader& from);
[[nodiscard]] fact_sheet decode_fact_sheet(const object_reader& from);
[[nodiscard]] launch decode_launch(const object_reader& from);
[[nodiscard]] telemetry decode_telemetry(const object_reader& from);
[[nodiscard]] telemetry_sample decode_telemetry_sample(const object_reader& from);
[[nodiscard]] metric_declaration decode_metric_declaration(const object_reader& from);
[[nodiscard]] std::map<std::string, std::string> decode_texts(const object_reader& from);
[[nodiscard]] run_file decode_head(const object_reader& from);

/// Compact text without line breaks; broken UTF-8 is replaced, never written.
[[nodiscard]] std::string to_line(const json& j);

/// Parses one JSON text; errors carry `where` and the parser's own word.
[[nodiscard]] json parse(std::string_view text, const std::string& where);

} // namespace dyno::record
