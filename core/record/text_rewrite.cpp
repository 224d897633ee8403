// SPDX-License-Identifier: Apache-2.0
#include "record/text_rewrite.hpp"

#include "record/codec.hpp"
#include "record/document.hpp"

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

std::string rewrite_texts(std::string_view from,
                          const std::function<std::string(std::string_view)>& change) {
    check(from);
    std::string changed;
    changed.reserve(from.size());
    while (!from.empty()) {
        const std::size_t quote = from.find('"');
        if (quote == std::string_view::npos) {
            changed += from;
            break;
        }
        changed += from.substr(0, quote);
        from.remove_prefix(quote);
        const std::string_view quoted = from.substr(0, quoted_length(from));
        from.remove_prefix(quoted.size());
        if (is_key(from)) {
            changed += quoted;
            continue;
        }
        const document text = parse_document(quoted, "text");
        const std::string better = change(text.root().text());
        changed += better == text.root().text() ? std::string(quoted)
                                                : to_line(nlohmann::ordered_json(better));
    }
    return changed;
}

} // namespace dyno::record
