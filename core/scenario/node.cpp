// SPDX-License-Identifier: Apache-2.0
#include "scenario/node.hpp"

namespace dyno {

std::string to_text(const place& at) {
    const std::string file = at.file ? *at.file : "scenario";
    return at.line > 0 ? file + ":" + std::to_string(at.line) : file;
}

const node* node_table::find(const std::string& key) const {
    for (const auto& [name, held] : entries) {
        if (name == key) {
            return &held;
        }
    }
    return nullptr;
}

node* node_table::find(const std::string& key) {
    return const_cast<node*>(std::as_const(*this).find(key));
}

node& node_table::at_or_new(const std::string& key) {
    if (node* found = find(key)) {
        return *found;
    }
    return entries.emplace_back(key, node{}).second;
}

const char* kind_of(const node& n) {
    static constexpr const char* kinds[] = {"a truth value", "a whole number", "a number",
                                            "a text",        "a list",         "a table"};
    return kinds[n.held.index()];
}

} // namespace dyno
