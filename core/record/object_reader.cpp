// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

#include <algorithm>
#include <limits>

namespace dyno::record {

object_reader::object_reader(const json& at, std::string where)
    : m_at(&at), m_where(std::move(where)) {
    if (!at.is_object()) {
        throw error(m_where + ": an object is wanted here");
    }
}

bool object_reader::has(const char* key) const {
    const auto found = m_at->find(key);
    return found != m_at->end() && !found->is_null();
}

const json& object_reader::any(const char* key) const {
    const auto found = m_at->find(key);
    if (found == m_at->end()) {
        throw error(m_where + ": the key '" + key + "' is missing");
    }
    return *found;
}

std::string object_reader::where(const char* key) const {
    return m_where + "." + key;
}

error object_reader::wrong(const char* key, const char* wanted) const {
    return error(where(key) + ": " + wanted + " is wanted here");
}

std::string object_reader::text(const char* key) const {
    const json& found = any(key);
    if (!found.is_string()) {
        throw wrong(key, "a text");
    }
    return found.get<std::string>();
}

double object_reader::number(const char* key) const {
    const json& found = any(key);
    if (!found.is_number()) {
        throw wrong(key, "a number");
    }
    return found.get<double>();
}

std::int64_t object_reader::integer(const char* key) const {
    const json& found = any(key);
    if (!found.is_number_integer()) {
        throw wrong(key, "a whole number");
    }
    if (found.is_number_unsigned() &&
        found.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
        throw wrong(key, "a whole number below 2^63");
    }
    return found.get<std::int64_t>();
}

int object_reader::small_integer(const char* key) const {
    const std::int64_t number = integer(key);
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) {
        throw wrong(key, "a whole number below 2^31");
    }
    return static_cast<int>(number);
}

std::uint64_t object_reader::count(const char* key) const {
    const std::int64_t number = integer(key);
    if (number < 0) {
        throw wrong(key, "a whole number from 0 on");
    }
    return static_cast<std::uint64_t>(number);
}

bool object_reader::truth(const char* key) const {
    const json& found = any(key);
    if (!found.is_boolean()) {
        throw wrong(key, "true or false");
    }
    return found.get<bool>();
}

object_reader object_reader::object(const char* key) const {
    return {any(key), where(key)};
}

const json& object_reader::array(const char* key) const {
    const json& found = any(key);
    if (!found.is_array()) {
        throw wrong(key, "an array");
    }
    return found;
}

std::vector<std::string> object_reader::texts(const char* key) const {
    std::vector<std::string> all;
    for (const json& element : array(key)) {
        if (!element.is_string()) {
            throw wrong(key, "an array of texts");
        }
        all.push_back(element.get<std::string>());
    }
    return all;
}

std::vector<double> object_reader::numbers(const char* key) const {
    std::vector<double> all;
    const json& elements = array(key);
    all.reserve(elements.size());
    for (const json& element : elements) {
        if (!element.is_number()) {
            throw wrong(key, "an array of numbers");
        }
        all.push_back(element.get<double>());
    }
    return all;
}

std::string object_reader::text_or(const char* key, std::string fallback) const {
    return has(key) ? text(key) : std::move(fallback);
}
double object_reader::number_or(const char* key, double fallback) const {
    return has(key) ? number(key) : fallback;
}

std::string to_line(const json& j) {
    return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

namespace {

/// Finds where a text stops being JSON: the library does not say it of a number beyond any double.
struct fault_finder : nlohmann::json_sax<json> {
    std::size_t place = 0; ///< bytes read up to the fault

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception&) override {
        place = position;
        return false;
    }
};

} // namespace

json parse(std::string_view text, const std::string& where) {
    try {
        return json::parse(text);
    } catch (const json::parse_error& failure) {
        throw error(where + ": not valid JSON: " + failure.what());
    } catch (const json::exception& failure) {
        fault_finder finder;
        json::sax_parse(text, &finder);
        const std::string_view before = text.substr(0, finder.place);
        throw error(where + ": not valid JSON: line " +
                    std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ": " +
                    failure.what());
    }
}

} // namespace dyno::record
