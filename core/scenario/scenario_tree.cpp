// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario_tree.hpp"

#include "record/error.hpp"
#include "scenario/toml.hpp"

#include <algorithm>

namespace dyno {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t deepest_extends = 16;

/// The key whose value makes an entry of a joined list unique; nullptr: not a joined list.
const char* name_key_of(const std::string& list) {
    if (list == "case") {
        return "id";
    }
    return list == "lever" ? "name" : nullptr;
}

const std::string* name_of(const node& entry, const char* name_key) {
    const auto* table = entry.as<node_table>();
    const node* name = table ? table->find(name_key) : nullptr;
    return name ? name->as<std::string>() : nullptr;
}

void join(node_list& into, node_list&& from, const char* name_key) {
    for (node& entry : from) {
        const std::string* name = name_of(entry, name_key);
        const auto same = std::find_if(into.begin(), into.end(), [&](const node& earlier) {
            const std::string* other = name_of(earlier, name_key);
            return name && other && *name == *other;
        });
        if (same != into.end()) {
            *same = std::move(entry);
        } else {
            into.push_back(std::move(entry));
        }
    }
}

void merge(node& into, node&& from, bool top) {
    auto* base = into.as<node_table>();
    auto* over = from.as<node_table>();
    if (!base || !over) {
        into = std::move(from);
        return;
    }
    for (auto& [key, held] : over->entries) {
        node* known = base->find(key);
        const char* name_key = top ? name_key_of(key) : nullptr;
        if (known && name_key && known->as<node_list>() && held.as<node_list>()) {
            join(*known->as<node_list>(), std::move(*held.as<node_list>()), name_key);
        } else if (known) {
            merge(*known, std::move(held), false);
        } else {
            base->entries.emplace_back(key, std::move(held));
        }
    }
    into.at = from.at;
}

/// A file that another one extends, and where that one says so.
struct extended_file {
    fs::path path;
    place at;
};

/// The files of `extends`, taken out of the table.
std::vector<extended_file> take_extends(node_table& table, const fs::path& file) {
    std::vector<extended_file> files;
    const node* extends = table.find("extends");
    if (!extends) {
        return files;
    }
    const auto* list = extends->as<node_list>();
    if (!list) {
        throw error(to_text(extends->at) + ": 'extends' is a list of paths");
    }
    for (const node& element : *list) {
        const auto* text = element.as<std::string>();
        if (!text || text->empty()) {
            throw error(to_text(extends->at) + ": 'extends' is a list of paths");
        }
        files.push_back({file.parent_path() / *text, element.at});
    }
    std::erase_if(table.entries, [](const auto& entry) { return entry.first == "extends"; });
    return files;
}

node load(const fs::path& path, std::vector<fs::path>& on_the_way) {
    std::error_code ignored;
    const fs::path real = fs::weakly_canonical(path, ignored);
    if (std::find(on_the_way.begin(), on_the_way.end(), real) != on_the_way.end()) {
        throw error(path.string() + ": extends itself");
    }
    if (on_the_way.size() >= deepest_extends) {
        throw error(path.string() + ": extended more than " + std::to_string(deepest_extends) +
                    " files deep");
    }
    on_the_way.push_back(real);
    node own = read_toml(path);
    node merged{node_table{}, own.at};
    for (const extended_file& base : take_extends(*own.as<node_table>(), path)) {
        try {
            merge(merged, load(base.path, on_the_way), true);
        } catch (const error& failure) {
            throw failure.in(to_text(base.at) + ": extends");
        }
    }
    merge(merged, std::move(own), true);
    on_the_way.pop_back();
    return merged;
}

/// Sets `keys` (from the given one on) below `at`.
void set_below(node& at, const std::vector<std::string>& keys, std::size_t from, const node& v) {
    if (from == keys.size()) {
        at = v;
        return;
    }
    if (!at.as<node_table>()) {
        at = node{node_table{}, v.at};
    }
    set_below(at.as<node_table>()->at_or_new(keys[from]), keys, from + 1, v);
}

void set_in_cases(node& root, const std::vector<std::string>& keys, const node& v) {
    node* cases = root.as<node_table>()->find("case");
    node_list* list = cases ? cases->as<node_list>() : nullptr;
    bool found = false;
    for (std::size_t i = 0; list && keys.size() > 2 && i < list->size(); ++i) {
        const std::string* id = name_of((*list)[i], "id");
        if (keys[1] == "*" || (id && *id == keys[1])) {
            set_below((*list)[i], keys, 2, v);
            found = true;
        }
    }
    if (!found) {
        throw error(to_text(v.at) + ": no case has the id '" + (keys.size() > 1 ? keys[1] : "") +
                    "' (write case.ID.KEY=VALUE, or case.*.KEY=VALUE for all)");
    }
}

std::vector<std::string> split_key(std::string_view key) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = key.find('.');
        parts.emplace_back(key.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        key.remove_prefix(end + 1);
    }
}

} // namespace

void apply_settings(node& root, const std::vector<std::string>& settings) {
    for (const std::string& setting : settings) {
        const place at{std::make_shared<const std::string>("--set " + setting), 0};
        const std::size_t equals = setting.find('=');
        const auto keys = split_key(std::string_view(setting).substr(0, equals));
        if (equals == std::string::npos ||
            std::any_of(keys.begin(), keys.end(), [](const auto& key) { return key.empty(); })) {
            throw error(to_text(at) + ": write --set KEY=VALUE, for instance measure.launches=3");
        }
        const std::string text = setting.substr(equals + 1);
        const node v = parse_toml_value(text, at).value_or(node{text, at});
        if (keys[0] == "case") {
            set_in_cases(root, keys, v);
        } else {
            set_below(root, keys, 0, v);
        }
    }
}

node load_scenario_tree(const fs::path& path, const std::vector<std::string>& settings) {
    std::vector<fs::path> on_the_way;
    node root = load(path, on_the_way);
    apply_settings(root, settings);
    return root;
}

} // namespace dyno
