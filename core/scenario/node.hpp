// A scenario as a tree of values that know where they were written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dyno {

/// A place in a file, or on the command line (line 0).
struct place {
    std::shared_ptr<const std::string> file;
    int line = 0;
};

/// "scenarios/x.toml:7", or "--set measure.launches=2".
[[nodiscard]] std::string to_text(const place& at);

struct node;
using node_list = std::vector<node>;

/// Keys in the order of the file.
struct node_table {
    std::vector<std::pair<std::string, node>> entries;

    [[nodiscard]] const node* find(const std::string& key) const;
    [[nodiscard]] node* find(const std::string& key);
    /// The value of the key, made anew (false) if it is not there.
    node& at_or_new(const std::string& key);
};

struct node {
    std::variant<bool, std::int64_t, double, std::string, node_list, node_table> held = false;
    place at;

    template <class Type>
    [[nodiscard]] const Type* as() const {
        return std::get_if<Type>(&held);
    }
    template <class Type>
    [[nodiscard]] Type* as() {
        return std::get_if<Type>(&held);
    }
};

/// "a whole number", "a text", "a table", …: for messages.
[[nodiscard]] const char* kind_of(const node& n);

} // namespace dyno
