// SPDX-License-Identifier: Apache-2.0
#include "record/text_rewrite.hpp"

#include "record/codec.hpp"
#include "record/document.hpp"

#include <vector>

namespace dyno::record {
namespace {

/// Length of the quoted text at the front; the JSON was found valid.
std::size_t quoted_length(std::string_view json) {
    std::size_t at = 1;
    while (json[at] != '"') {
        at += json[at] == '\\' ? 2 : 1;
    }
    return at + 1;
}

bool is_key(std::string_view after) {
    const std::size_t next = after.find_first_not_of(" \t\r\n");
    return next != std::string_view::npos && after[next] == ':';
}

/// The objects and arrays around a place.
class nesting {
public:
    void open(char bracket) { m_levels.push_back({bracket == '[', {}}); }
    void close() { m_levels.pop_back(); }
    void enter(std::string_view key) { m_levels.back().key = key; }

    [[nodiscard]] std::string place() const {
        std::string joined;
        for (const level& l : m_levels) {
            joined += l.is_array ? "[]" : (joined.empty() ? "" : ".") + l.key;
        }
        return joined;
    }

private:
    struct level {
        bool is_array;
        std::string key; ///< of an object: where in it
    };
    std::vector<level> m_levels;
};

/// A journal is one JSON text a line.
void check(std::string_view json) {
    try {
        (void)parse_document(json, "run file");
    } catch (const error&) {
        while (!json.empty()) {
            const std::size_t end = json.find('\n');
            if (end == std::string_view::npos) {
                throw;
            }
            (void)parse_document(json.substr(0, end), "line");
            json.remove_prefix(end + 1);
        }
    }
}

} // namespace

std::string rewrite_texts(std::string_view from, const change_text& change) {
    check(from);
    std::string changed;
    changed.reserve(from.size());
    nesting around;
    while (!from.empty()) {
        const std::size_t mark = from.find_first_of("\"{}[]");
        if (mark == std::string_view::npos) {
            changed += from;
            break;
        }
        changed += from.substr(0, mark);
        from.remove_prefix(mark);
        if (from.front() != '"') {
            if (from.front() == '{' || from.front() == '[') {
                around.open(from.front());
            } else {
                around.close();
            }
            changed += from.front();
            from.remove_prefix(1);
            continue;
        }
        const std::string_view quoted = from.substr(0, quoted_length(from));
        from.remove_prefix(quoted.size());
        if (is_key(from)) {
            around.enter(quoted.substr(1, quoted.size() - 2));
            changed += quoted;
            continue;
        }
        const document text = parse_document(quoted, "text");
        const std::string better = change(text.root().text(), around.place());
        changed += better == text.root().text() ? std::string(quoted)
                                                : to_line(nlohmann::ordered_json(better));
    }
    return changed;
}

} // namespace dyno::record
