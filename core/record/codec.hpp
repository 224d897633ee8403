// From the model to JSON and back, one pair of functions a type. Private to core/record: nothing
// else knows JSON. nlohmann/json writes, document.hpp reads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/document.hpp"
#include "record/error.hpp"
#include "record/message.hpp"
#include "record/reader.hpp"
#include "record/run_file.hpp"
#include "record/telemetry.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace dyno::record {

using json = nlohmann::ordered_json;

/// An object being read: checks presence and type of each key and says where it is.
class object_reader {
public:
    /// Throws dyno::error if `at` is no object. The document must outlive the reader.
    explicit object_reader(node at);

    [[nodiscard]] bool has(const char* key) const;
    [[nodiscard]] node any(const char* key) const;
    [[nodiscard]] std::string text(const char* key) const;
    [[nodiscard]] double number(const char* key) const;
    [[nodiscard]] std::int64_t integer(const char* key) const;
    [[nodiscard]] std::int64_t integer(const char* key, std::int64_t least,
                                       std::int64_t most) const;
    [[nodiscard]] bool truth(const char* key) const;
    [[nodiscard]] object_reader object(const char* key) const;
    [[nodiscard]] node array(const char* key) const;
    [[nodiscard]] std::vector<std::string> texts(const char* key) const;
    [[nodiscard]] std::vector<double> numbers(const char* key) const;

    /// A text, or empty for null; the key must be there.
    [[nodiscard]] std::string text_or_null(const char* key) const;

    /// The same with a default for a key that is absent or null.
    [[nodiscard]] std::string text_or(const char* key, std::string fallback) const;
    [[nodiscard]] double number_or(const char* key, double fallback) const;
    [[nodiscard]] std::int64_t integer_or(const char* key, std::int64_t fallback) const;
    [[nodiscard]] bool truth_or(const char* key, bool fallback) const;

    /// A text that `from_word` turns into a value, or refuses.
    template <class FromWord>
    [[nodiscard]] auto word(const char* key, FromWord from_word) const {
        const std::string found = text(key);
        try {
            return from_word(found);
        } catch (const error& failure) {
            throw failure.in(m_at.path() + "." + key);
        }
    }

    /// The object itself, for keys that are names: `for (const auto& [key, v] : from.raw())`.
    [[nodiscard]] node raw() const { return m_at; }
    [[nodiscard]] dyno::error wrong(const char* key, const char* wanted) const;

private:
    node m_at;
};

/// Every element of the array `key` by `decode(object_reader)`.
template <class Decode>
auto decode_all(const object_reader& from, const char* key, Decode decode) {
    std::vector<decltype(decode(from))> all;
    for (const auto& [none, element] : from.array(key)) {
        all.push_back(decode(object_reader(element)));
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
[[nodiscard]] json encode(const lever& l);
[[nodiscard]] json encode_head(const run_file& f);

[[nodiscard]] value decode_value(node from);
[[nodiscard]] parameters decode_parameters(const object_reader& from);
[[nodiscard]] policy decode_policy(const object_reader& from);
[[nodiscard]] device decode_device(const object_reader& from);
[[nodiscard]] fact_sheet decode_fact_sheet(const object_reader& from);
[[nodiscard]] launch decode_launch(const object_reader& from, samples keep = samples::keep);
[[nodiscard]] telemetry decode_telemetry(const object_reader& from);
[[nodiscard]] telemetry_sample decode_telemetry_sample(const object_reader& from);
[[nodiscard]] metric_declaration decode_metric_declaration(const object_reader& from);
[[nodiscard]] std::map<std::string, std::string> decode_texts(const object_reader& from);
[[nodiscard]] lever decode_lever(const object_reader& from);
[[nodiscard]] run_file decode_head(const object_reader& from);

/// Compact text without line breaks; broken UTF-8 is replaced, never written.
[[nodiscard]] std::string to_line(const json& j);

} // namespace dyno::record
