// The tree as TOML text in its own order; toml++ would write the keys in the alphabet's.
// SPDX-License-Identifier: Apache-2.0
#include "record/value.hpp"
#include "scenario/toml.hpp"

#include <algorithm>
#include <cstdio>

namespace dyno {
namespace {

std::string quoted(const std::string& text) {
    std::string to = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            to += {'\\', c};
        } else if (byte < 0x20 || byte == 0x7f) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            to += escape;
        } else {
            to += c;
        }
    }
    return to + "\"";
}

std::string key_text(const std::string& key) {
    const bool is_bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
    return is_bare ? key : quoted(key);
}

/// A real number stays one: "4" would be read as a whole number.
std::string real_text(double number) {
    const std::string text = record::to_text(number);
    const bool is_whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return is_whole ? text + ".0" : text;
}

std::string value_text(const node& from);

std::string list_text(const node_list& list) {
    std::string text = "[";
    for (const node& element : list) {
        text += (text.size() > 1 ? ", " : "") + value_text(element);
    }
    return text + "]";
}

std::string inline_table_text(const node_table& table) {
    std::string text = "{";
    for (const auto& [key, held] : table.entries) {
        text += (text.size() > 1 ? ", " : " ") + key_text(key) + " = " + value_text(held);
    }
    return text + (text.size() > 1 ? " }" : "}");
}

std::string value_text(const node& from) {
    if (const auto* truth = from.as<bool>()) {
        return *truth ? "true" : "false";
    }
    if (const auto* integer = from.as<std::int64_t>()) {
        return std::to_string(*integer);
    }
    if (const auto* real = from.as<double>()) {
        return real_text(*real);
    }
    if (const auto* text = from.as<std::string>()) {
        return quoted(*text);
    }
    if (const auto* list = from.as<node_list>()) {
        return list_text(*list);
    }
    return inline_table_text(*from.as<node_table>());
}

bool is_list_of_tables(const node& from) {
    const auto* list = from.as<node_list>();
    return list && !list->empty() && std::all_of(list->begin(), list->end(), [](const node& n) {
               return n.as<node_table>();
           });
}

std::string lines_of(const node_table& table) {
    std::string text;
    for (const auto& [key, held] : table.entries) {
        text += key_text(key) + " = " + value_text(held) + "\n";
    }
    return text;
}

} // namespace

std::string write_toml(const node& root) {
    const auto& entries = root.as<node_table>()->entries;
    // What has no header of its own comes first, or it would belong to the header before it.
    node_table plain;
    for (const auto& entry : entries) {
        if (!entry.second.as<node_table>() && !is_list_of_tables(entry.second)) {
            plain.entries.push_back(entry);
        }
    }
    std::string text = lines_of(plain);
    for (const auto& [key, held] : entries) {
        if (const auto* table = held.as<node_table>()) {
            text += "\n[" + key_text(key) + "]\n" + lines_of(*table);
        } else if (is_list_of_tables(held)) {
            for (const node& one : *held.as<node_list>()) {
                text += "\n[[" + key_text(key) + "]]\n" + lines_of(*one.as<node_table>());
            }
        }
    }
    return text;
}

} // namespace dyno
