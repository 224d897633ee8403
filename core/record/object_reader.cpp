// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

namespace dyno::record {

object_reader::object_reader(node at) : m_at(at) {
    if (!at.is(node_kind::object)) {
        throw error(at.path() + ": an object is wanted here");
    }
}

bool object_reader::has(const char* key) const {
    const std::optional<node> found = m_at.find(key);
    return found && !found->is(node_kind::null);
}

node object_reader::any(const char* key) const {
    const std::optional<node> found = m_at.find(key);
    if (!found) {
        throw error(m_at.path() + ": the key '" + key + "' is missing");
    }
    return *found;
}

error object_reader::wrong(const char* key, const char* wanted) const {
    return error(m_at.path() + "." + key + ": " + wanted + " is wanted here");
}

std::string object_reader::text(const char* key) const {
    const node found = any(key);
    if (!found.is(node_kind::text)) {
        throw wrong(key, "a text");
    }
    return std::string(found.text());
}

double object_reader::number(const char* key) const {
    const node found = any(key);
    if (!found.is_number()) {
        throw wrong(key, "a number");
    }
    return found.number();
}

std::int64_t object_reader::integer(const char* key) const {
    const node found = any(key);
    if (found.is(node_kind::huge)) {
        throw wrong(key, "a whole number below 2^63");
    }
    if (!found.is(node_kind::integer)) {
        throw wrong(key, "a whole number");
    }
    return found.integer();
}

std::int64_t object_reader::integer(const char* key, std::int64_t least, std::int64_t most) const {
    const std::int64_t found = integer(key);
    if (found < least || found > most) {
        throw error(m_at.path() + "." + key + ": a whole number from " + std::to_string(least) +
                    " to " + std::to_string(most) + " is wanted here");
    }
    return found;
}

bool object_reader::truth(const char* key) const {
    const node found = any(key);
    if (!found.is(node_kind::boolean)) {
        throw wrong(key, "true or false");
    }
    return found.truth();
}

object_reader object_reader::object(const char* key) const {
    return object_reader(any(key));
}

node object_reader::array(const char* key) const {
    const node found = any(key);
    if (!found.is(node_kind::array)) {
        throw wrong(key, found.is(node_kind::numbers) ? "an array without numbers" : "an array");
    }
    return found;
}

std::vector<std::string> object_reader::texts(const char* key) const {
    std::vector<std::string> all;
    for (const auto& [none, element] : array(key)) {
        if (!element.is(node_kind::text)) {
            throw wrong(key, "an array of texts");
        }
        all.emplace_back(element.text());
    }
    return all;
}

std::vector<double> object_reader::numbers(const char* key) const {
    const node found = any(key);
    if (found.is(node_kind::array) && found.begin() == found.end()) {
        return {};
    }
    if (!found.is(node_kind::numbers)) {
        throw wrong(key, "an array of numbers");
    }
    return {found.numbers().begin(), found.numbers().end()};
}

std::string object_reader::text_or_null(const char* key) const {
    return any(key).is(node_kind::null) ? std::string() : text(key);
}

std::string object_reader::text_or(const char* key, std::string fallback) const {
    return has(key) ? text(key) : std::move(fallback);
}
double object_reader::number_or(const char* key, double fallback) const {
    return has(key) ? number(key) : fallback;
}
std::int64_t object_reader::integer_or(const char* key, std::int64_t fallback) const {
    return has(key) ? integer(key) : fallback;
}
bool object_reader::truth_or(const char* key, bool fallback) const {
    return has(key) ? truth(key) : fallback;
}

std::string to_line(const json& j) {
    return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace dyno::record
