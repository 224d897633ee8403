// A JSON text as a flat list of nodes, for reading. Strict (RFC 8259, UTF-8, no key twice, numbers
// must be finite doubles), with places in its messages, and quick where run files are large: their
// numbers lie in plain arrays and their texts are views. docs/decisions says why it is our own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dyno::record {

/// `numbers` is an array that holds numbers only; `huge` a whole number of 2^63 or more, or below
/// -2^63.
enum class node_kind : std::uint8_t {
    null = 1,
    boolean,
    integer,
    huge,
    real,
    text,
    numbers,
    array,
    object,
};

class document;

struct element;

/// One value of a document; a view that lives as long as the document and its text do.
class node {
public:
    class iterator;

    node(const document& of, std::uint32_t at) : m_of(&of), m_at(at) {}

    [[nodiscard]] node_kind kind() const;
    [[nodiscard]] bool is(node_kind k) const { return kind() == k; }
    [[nodiscard]] bool is_number() const;

    /// Each asks for the kind it names; `number` for any number, `numbers` for `numbers`.
    [[nodiscard]] bool truth() const;
    [[nodiscard]] std::int64_t integer() const;
    [[nodiscard]] double number() const;
    [[nodiscard]] std::string_view text() const;
    [[nodiscard]] std::span<const double> numbers() const;

    /// Elements of an array, or values of an object with their keys; nothing for other kinds.
    [[nodiscard]] iterator begin() const;
    [[nodiscard]] iterator end() const;

    /// The value of a key of an object.
    [[nodiscard]] std::optional<node> find(std::string_view key) const;

    /// Where it stands, for messages: "run file.launches[3].metrics".
    [[nodiscard]] std::string path() const;

private:
    const document* m_of;
    std::uint32_t m_at;
};

/// An element of an array, or a value of an object with its key.
struct element {
    std::string_view key;
    node value;
};

class node::iterator {
public:
    iterator(const document& of, std::uint32_t at, bool has_keys)
        : m_of(&of), m_at(at), m_has_keys(has_keys) {}

    [[nodiscard]] std::string_view key() const;
    element operator*() const { return {key(), {*m_of, m_has_keys ? m_at + 1 : m_at}}; }
    iterator& operator++();
    bool operator==(const iterator& other) const { return m_at == other.m_at; }

private:
    const document* m_of;
    std::uint32_t m_at;
    bool m_has_keys;
};

/// The nodes of one text. Reused for the next text after `clear`, it allocates no more.
class document {
public:
    /// `name` stands in front of paths.
    explicit document(std::string name) : m_name(std::move(name)) {}

    [[nodiscard]] node root() const { return {*this, 0}; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    void clear(std::string name);

private:
    friend class node;
    friend class node::iterator;
    friend class json_scanner;

    struct entry {
        union {
            double real;
            std::int64_t integer;
            const char* text;
            std::size_t first_number;
        };
        std::uint32_t extent; ///< length of a text, count of numbers, end of an array or object
        node_kind kind;
    };

    [[nodiscard]] std::uint32_t after(std::uint32_t at) const;

    std::string m_name;
    std::vector<entry> m_entries;
    std::vector<double> m_numbers;
    std::deque<std::string> m_unescaped; ///< texts that are not the same bytes as in the JSON
};

/// Parses a whole text. Throws dyno::error: "<name>: not valid JSON: line 3, column 7: …".
[[nodiscard]] document parse_document(std::string_view text, const std::string& name);

} // namespace dyno::record
