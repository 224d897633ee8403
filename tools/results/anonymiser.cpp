// SPDX-License-Identifier: Apache-2.0
#include "anonymiser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace dyno::results {
namespace {

constexpr std::string_view homes[] = {"/home/", "/Users/", "/var/home/", "/export/home/"};
constexpr std::string_view root_home = "/root";
constexpr std::size_t uuid_length = 36; // 8-4-4-4-12

/// Domains of local networks, which have one label.
constexpr std::string_view lone_domains[] = {"local", "localdomain", "lan",  "internal",
                                             "home",  "corp",        "intra"};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

bool is_hexadecimal(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// A short or common word cannot be told from a host's name inside other texts: a host called
/// "cuda" must not change "/usr/local/cuda".
bool is_telling(const std::string& name) {
    return name.size() >= 5 && name.find_first_of("0123456789.-") != std::string::npos;
}

bool is_anywhere(const std::string&, std::size_t, std::size_t) {
    return true;
}

/// In a path or before an "@": a user called "ok" must not change a status.
bool is_users_place(const std::string& text, std::size_t at, std::size_t end) {
    return (at > 0 && text[at - 1] == '/') || (end < text.size() && text[end] == '@');
}

/// After "root@" or before ".example.org", which "cuda.so.1" and "/opt/cuda.tar.gz" are not.
bool is_hosts_place(const std::string& text, std::size_t at, std::size_t end) {
    if (at > 0 && text[at - 1] == '@') {
        return true;
    }
    if (at > 0 && (text[at - 1] == '/' || text[at - 1] == '.')) {
        return false;
    }
    std::size_t labels = 0;
    std::string last;
    while (end + 1 < text.size() && text[end] == '.' && is_word(text[end + 1])) {
        const std::size_t from = ++end;
        while (end < text.size() && is_word(text[end])) {
            ++end;
        }
        last = text.substr(from, end - from);
        ++labels;
    }
    const bool is_top = last.size() >= 2 && last.find_first_of("0123456789_-") == std::string::npos;
    return (labels >= 2 && is_top) ||
           (labels == 1 && std::find(std::begin(lone_domains), std::end(lone_domains), last) !=
                               std::end(lone_domains));
}

/// What the user typed, where a plain word is a name rather than a term.
bool is_typed(const std::string& place) {
    return place == "command[]" || place == "scenario.name" || place == "scenario.path";
}

/// A word of the format, such as a status: readers refuse any other.
bool is_word_of_format(const std::string& place) {
    return place == "format" || place == "state" || place == "device.kind" ||
           place == "launches[].status" || place == "status" || place == "cases[].policy.cache" ||
           place.ends_with(".better");
}

template <class Place>
std::string replace_words(std::string text, const std::string& word, const std::string& by,
                          Place may_stand) {
    for (std::size_t at = text.find(word); at != std::string::npos && !word.empty();
         at = text.find(word, at)) {
        const std::size_t end = at + word.size();
        const bool is_whole =
            (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
        if (is_whole && may_stand(text, at, end)) {
            text.replace(at, word.size(), by);
            at += by.size();
        } else {
            at = end;
        }
    }
    return text;
}

/// "/home/NAME/x" to "~/x".
std::string replace_home(std::string text, std::string_view home) {
    for (std::size_t at = text.find(home); at != std::string::npos; at = text.find(home, at)) {
        std::size_t end = at + home.size();
        while (end < text.size() && (is_word(text[end]) || text[end] == '.')) {
            ++end;
        }
        if (end == at + home.size()) {
            at = end;
            continue;
        }
        text.replace(at, end - at, "~");
        at += 1;
    }
    return text;
}

std::string replace_root_home(std::string text) {
    for (std::size_t at = text.find(root_home); at != std::string::npos;
         at = text.find(root_home, at)) {
        const std::size_t end = at + root_home.size();
        const bool begins =
            at == 0 || !(is_word(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '~');
        const bool ends = end == text.size() || !(is_word(text[end]) || text[end] == '.');
        if (begins && ends) {
            text.replace(at, root_home.size(), "~");
            at += 1;
        } else {
            at = end;
        }
    }
    return text;
}

bool is_uuid(std::string_view text) {
    if (text.size() < uuid_length) {
        return false;
    }
    for (std::size_t i = 0; i < uuid_length; ++i) {
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? text[i] != '-' : !is_hexadecimal(text[i])) {
            return false;
        }
    }
    return text.size() == uuid_length || !is_hexadecimal(text[uuid_length]);
}

} // namespace

void anonymiser::learn_users(std::string_view text) {
    for (const std::string_view home : homes) {
        for (std::size_t at = text.find(home); at != std::string_view::npos;
             at = text.find(home, at + 1)) {
            const std::string_view rest = text.substr(at + home.size());
            std::size_t end = 0;
            while (end < rest.size() && is_word(rest[end])) {
                ++end;
            }
            if (end > 0) {
                m_users.insert(std::string(rest.substr(0, end)));
            }
        }
    }
}

void anonymiser::learn(const record::run_file& run) {
    const auto host = run.circumstances.find("host.name");
    if (host != run.circumstances.end() && host->second.known) {
        const std::string name = record::to_text(*host->second.known);
        m_hosts.insert(name);
        m_hosts.insert(name.substr(0, name.find('.')));
    }
    learn_users(run.scenario_path);
    for (const std::string& word : run.command) {
        learn_users(word);
    }
    for (const record::run_plugin& p : run.plugins) {
        learn_users(p.path);
    }
    for (const record::launch& l : run.launches) {
        for (const record::library& one : l.libraries) {
            learn_users(one.path);
        }
    }
}

std::string anonymiser::number_uuids(std::string_view text) {
    std::string numbered;
    while (!text.empty()) {
        if (is_uuid(text) && (numbered.empty() || !is_hexadecimal(numbered.back()))) {
            std::string uuid(text.substr(0, uuid_length));
            std::transform(uuid.begin(), uuid.end(), uuid.begin(), [](char c) {
                return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
            });
            const std::size_t number = m_uuids.emplace(uuid, m_uuids.size() + 1).first->second;
            numbered += fmt::format("00000000-0000-0000-0000-{:012}", number);
            text.remove_prefix(uuid_length);
        } else {
            numbered += text.front();
            text.remove_prefix(1);
        }
    }
    return numbered;
}

std::string anonymiser::clean(std::string_view text, const std::string& place) {
    if (is_word_of_format(place)) {
        return std::string(text);
    }
    std::string clean = number_uuids(text);
    for (const std::string_view home : homes) {
        clean = replace_home(std::move(clean), home);
    }
    clean = replace_root_home(std::move(clean));
    // Longer names first, so that no domain is left behind a short one.
    for (auto host = m_hosts.rbegin(); host != m_hosts.rend(); ++host) {
        const bool anywhere = clean == *host || is_telling(*host) || is_typed(place);
        clean =
            replace_words(std::move(clean), *host, "host", anywhere ? is_anywhere : is_hosts_place);
    }
    for (const std::string& user : m_users) {
        clean = replace_words(std::move(clean), user, "user", is_users_place);
    }
    for (const std::string& word : m_hidden) {
        clean = replace_words(std::move(clean), word, "hidden", is_anywhere);
    }
    return clean;
}

std::vector<std::string> anonymiser::left_in(const std::string& clean,
                                             const std::string& place) const {
    std::vector<std::string> left;
    if (is_word_of_format(place)) {
        return left;
    }
    for (const auto& [names, placeholder] :
         {std::pair(&m_hosts, "host"), std::pair(&m_users, "user")}) {
        for (const std::string& name : *names) {
            if (name != placeholder && replace_words(clean, name, "", is_anywhere) != clean) {
                left.push_back(name);
            }
        }
    }
    return left;
}

} // namespace dyno::results
