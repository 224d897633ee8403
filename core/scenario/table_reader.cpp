// SPDX-License-Identifier: Apache-2.0
#include "scenario/table_reader.hpp"

#include "display/spelling.hpp"
#include "record/value.hpp"
#include "scenario/scenario.hpp"

#include <algorithm>
#include <cmath>

namespace dyno {

table_reader::table_reader(const node& from, std::string name, problems& found)
    : m_table(from.as<node_table>()), m_at(from.at), m_name(std::move(name)), m_found(&found) {
    if (!m_table) {
        found.add(from.at, m_name + " is a table, not " + kind_of(from));
    }
}

void table_reader::wrong(const node& at, const char* key, const std::string& wanted) {
    m_found->add(at.at, std::string("'") + key + "' of " + m_name + " is " + wanted + ", not " +
                            kind_of(at));
}

const node* table_reader::take(const char* key) {
    m_asked.emplace_back(key);
    return m_table ? m_table->find(key) : nullptr;
}

const place& table_reader::at(const char* key) const {
    const node* held = m_table ? m_table->find(key) : nullptr;
    return held ? held->at : m_at;
}

std::optional<std::string> table_reader::take_text(const char* key) {
    const node* held = take(key);
    if (!held) {
        return std::nullopt;
    }
    if (const auto* text = held->as<std::string>()) {
        return *text;
    }
    wrong(*held, key, "a text");
    return std::nullopt;
}

std::optional<std::string> table_reader::take_word(const char* key,
                                                   const std::vector<std::string>& words) {
    const node* held = take(key);
    if (!held) {
        return std::nullopt;
    }
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "\"" : ", \"") + word + "\"";
    }
    const auto* text = held->as<std::string>();
    if (!text) {
        wrong(*held, key, "one of " + list);
        return std::nullopt;
    }
    if (std::find(words.begin(), words.end(), *text) == words.end()) {
        m_found->add(held->at, std::string("'") + key + "' of " + m_name + " is one of " + list +
                                   ", not \"" + *text + "\"" + suggestion(*text, words));
        return std::nullopt;
    }
    return *text;
}

std::optional<double> table_reader::take_number(const char* key, double least, double most) {
    const node* held = take(key);
    if (!held) {
        return std::nullopt;
    }
    double number = 0;
    if (const auto* real = held->as<double>()) {
        number = *real;
    } else if (const auto* integer = held->as<std::int64_t>()) {
        number = static_cast<double>(*integer);
    } else {
        wrong(*held, key, "a number");
        return std::nullopt;
    }
    if (!(number >= least && number <= most)) {
        m_found->add(held->at, std::string("'") + key + "' of " + m_name + " is a number from " +
                                   record::to_text(least) + " to " + record::to_text(most) +
                                   ", not " + record::to_text(number));
        return std::nullopt;
    }
    return number;
}

std::optional<std::int64_t> table_reader::take_integer(const char* key, std::int64_t least,
                                                       std::int64_t most) {
    const node* held = take(key);
    if (!held) {
        return std::nullopt;
    }
    const auto* integer = held->as<std::int64_t>();
    if (!integer) {
        wrong(*held, key, "a whole number");
        return std::nullopt;
    }
    if (*integer < least || *integer > most) {
        m_found->add(held->at, std::string("'") + key + "' of " + m_name +
                                   " is a whole number from " + std::to_string(least) + " to " +
                                   std::to_string(most) + ", not " + std::to_string(*integer));
        return std::nullopt;
    }
    return *integer;
}

const node_table* table_reader::take_table(const char* key) {
    const node* held = take(key);
    if (!held) {
        return nullptr;
    }
    if (!held->as<node_table>()) {
        wrong(*held, key, "a table");
    }
    return held->as<node_table>();
}

const node_list* table_reader::take_list(const char* key) {
    const node* held = take(key);
    if (!held) {
        return nullptr;
    }
    if (!held->as<node_list>()) {
        wrong(*held, key, "a list");
    }
    return held->as<node_list>();
}

std::optional<std::int64_t> table_reader::take_bytes(const char* key) {
    const node* held = take(key);
    if (!held) {
        return std::nullopt;
    }
    const auto bytes = read_bytes(*held);
    if (!bytes) {
        wrong(*held, key, "a size such as \"24 GiB\" or a whole number of bytes");
    }
    return bytes;
}

void table_reader::finish() {
    if (!m_table) {
        return;
    }
    for (const auto& [key, held] : m_table->entries) {
        if (std::find(m_asked.begin(), m_asked.end(), key) == m_asked.end()) {
            m_found->add(held.at,
                         "unknown key '" + key + "' in " + m_name + suggestion(key, m_asked));
        }
    }
}

} // namespace dyno
