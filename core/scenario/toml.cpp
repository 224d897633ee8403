// SPDX-License-Identifier: Apache-2.0
#include "scenario/toml.hpp"

#include "record/error.hpp"
#include "record/text_file.hpp"

#include <algorithm>
#include <vector>

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace dyno {
namespace {

/// A scenario is written by people; more is not one.
constexpr std::size_t most_bytes = 4 << 20;

using file_name = std::shared_ptr<const std::string>;

/// In the order of the file; toml++ keeps them in the alphabet's.
std::vector<const toml::key*> keys_in_order(const toml::table& table) {
    std::vector<const toml::key*> keys;
    for (const auto& [key, held] : table) {
        keys.push_back(&key);
    }
    std::stable_sort(keys.begin(), keys.end(), [](const toml::key* a, const toml::key* b) {
        return a->source().begin < b->source().begin;
    });
    return keys;
}

node convert(const toml::node& from, const file_name& file) {
    node to;
    to.at = {file, static_cast<int>(from.source().begin.line)};
    if (const auto* table = from.as_table()) {
        node_table entries;
        for (const toml::key* key : keys_in_order(*table)) {
            entries.entries.emplace_back(std::string(key->str()),
                                         convert(*table->get(key->str()), file));
            // A scalar's own place is better than its key's, but a table of a dotted key has none.
            place& at = entries.entries.back().second.at;
            at.line = at.line > 0 ? at.line : static_cast<int>(key->source().begin.line);
        }
        to.held = std::move(entries);
    } else if (const auto* list = from.as_array()) {
        node_list elements;
        for (const toml::node& element : *list) {
            elements.push_back(convert(element, file));
        }
        to.held = std::move(elements);
    } else if (const auto* text = from.as_string()) {
        to.held = text->get();
    } else if (const auto* integer = from.as_integer()) {
        to.held = integer->get();
    } else if (const auto* real = from.as_floating_point()) {
        to.held = real->get();
    } else if (const auto* truth = from.as_boolean()) {
        to.held = truth->get();
    } else {
        throw error(to_text(to.at) + ": dates and times have no use in a scenario");
    }
    return to;
}

/// Where the text has a key of more parts than anybody writes: 0 if nowhere. Each part is a table
/// in a table, and toml++ and this file go into them by recursion.
int line_of_endless_key(std::string_view text) {
    constexpr int most_parts = 2000;
    int line = 1, parts = 0;
    for (const char c : text) {
        parts = c == '.' ? parts + 1 : c == '\n' || c == '=' || c == ',' ? 0 : parts;
        line += c == '\n' ? 1 : 0;
        if (parts > most_parts) {
            return line;
        }
    }
    return 0;
}

toml::table parse(std::string_view text, const std::string& name) {
    try {
        return toml::parse(text, name);
    } catch (const toml::parse_error& failure) {
        throw error(name + ":" + std::to_string(failure.source().begin.line) + ":" +
                    std::to_string(failure.source().begin.column) + ": " +
                    std::string(failure.description()));
    }
}

} // namespace

node parse_toml(std::string_view text, const std::string& name) {
    if (const int line = line_of_endless_key(text); line > 0) {
        throw error(name + ":" + std::to_string(line) + ": a key has too many parts");
    }
    const auto file = std::make_shared<const std::string>(name);
    node root = convert(parse(text, name), file);
    root.at = {file, 0};
    return root;
}

node read_toml(const std::filesystem::path& path) {
    const std::string text = record::read_text(path, most_bytes);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        throw error(path.string() + ": the file is empty");
    }
    return parse_toml(text, path.string());
}

std::optional<node> parse_toml_value(std::string_view text, const place& at) {
    if (text.find('\n') != std::string_view::npos || line_of_endless_key(text) > 0) {
        return std::nullopt;
    }
    try {
        const toml::table table = toml::parse("value = " + std::string(text));
        if (table.size() != 1) {
            return std::nullopt;
        }
        node value = convert(*table.get("value"), at.file);
        value.at = at;
        return value;
    } catch (const toml::parse_error&) {
        return std::nullopt;
    } catch (const error&) {
        return std::nullopt; // a date
    }
}

} // namespace dyno
