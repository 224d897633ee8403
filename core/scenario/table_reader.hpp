// Reading one table of a scenario: each key is taken once, and what is left over is unknown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/node.hpp"
#include "scenario/problems.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dyno {

class table_reader {
public:
    /// `name` says in messages where the keys belong: "[measure]". If `from` is no table, that is
    /// a problem and the reader is empty.
    table_reader(const node& from, std::string name, problems& found);

    [[nodiscard]] const node* take(const char* key);
    [[nodiscard]] std::optional<std::string> take_text(const char* key);
    /// One of the words.
    [[nodiscard]] std::optional<std::string> take_word(const char* key,
                                                       const std::vector<std::string>& words);
    /// A finite number from `least` to `most`, both included.
    [[nodiscard]] std::optional<double> take_number(const char* key, double least, double most);
    [[nodiscard]] std::optional<std::int64_t> take_integer(const char* key, std::int64_t least,
                                                           std::int64_t most);
    [[nodiscard]] const node_table* take_table(const char* key);
    [[nodiscard]] const node_list* take_list(const char* key);
    [[nodiscard]] std::optional<std::int64_t> take_bytes(const char* key);

    /// Every key that was not taken is a problem, with the nearest of those asked for.
    void finish();

    [[nodiscard]] const place& at() const { return m_at; }
    /// Where the key stands; if it is not there, where the table does.
    [[nodiscard]] const place& at(const char* key) const;
    [[nodiscard]] problems& found() const { return *m_found; }

private:
    void wrong(const node& at, const char* key, const std::string& wanted);

    const node_table* m_table = nullptr;
    place m_at;
    std::string m_name;
    problems* m_found;
    std::vector<std::string> m_asked;
};

} // namespace dyno
