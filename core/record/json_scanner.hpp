// Steps through a JSON text, so that a reader of a large file can take one part at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/document.hpp"
#include "record/error.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace dyno::record {

/// Every step throws dyno::error with the text's name and the place if the text is not what it asks
/// for. The text must outlive the scanner and the documents filled from it.
class json_scanner {
public:
    static constexpr int deepest = 64; ///< a run file has 7 levels

    json_scanner(std::string_view text, std::string name) : m_text(text), m_name(std::move(name)) {}

    /// From now on arrays of numbers are checked as before, but come out empty.
    void leave_out_number_arrays() { m_keeps_number_arrays = false; }

    /// Appends the next value to the document, as its root if that is empty.
    void value(document& into);

    /// Appends the next object. The value of its key `apart` becomes null there; `take` is called
    /// to step over it instead.
    void object(document& into, std::string_view apart, const std::function<void()>& take);

    /// The next character that is no blank, which is passed over if it is `wanted`.
    [[nodiscard]] bool take(char wanted);
    void expect(char wanted);

    /// For texts of one value a line.
    [[nodiscard]] bool is_at_line_end() const;
    void leave_out_last_line_without_end();

    /// Whether only blanks are left; `finish` asks that.
    [[nodiscard]] bool is_at_end();
    void finish();

private:
    void blanks();
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    [[nodiscard]] error wrong(const std::string& what) const { return wrong_at(m_at, what); }
    [[nodiscard]] error wrong_at(std::size_t place, const std::string& what) const;
    [[nodiscard]] error unexpected(const char* wanted) const;

    void members(document& into, std::string_view apart, const std::function<void()>* take);
    void array(document& into);
    bool number_array(document& into);
    static document::entry& append(document& into, node_kind kind);
    void word(document& into, std::string_view spelt, node_kind kind, bool truth);
    struct spelt_number {
        std::string_view text;
        bool is_whole = true; ///< without point and exponent
        bool has_exponent = false;
    };
    [[nodiscard]] spelt_number spell_number();
    [[nodiscard]] double convert(const spelt_number& spelt) const;
    void number(document& into);
    void refuse_key_twice(const document& in, std::uint32_t object) const;
    [[nodiscard]] std::string_view text(document& into);
    [[nodiscard]] std::string_view unescape(document& into, std::size_t first);
    void escape(std::string& to);
    [[nodiscard]] unsigned hex4();

    std::string_view m_text;
    std::string m_name;
    std::size_t m_at = 0;
    int m_depth = 0;
    bool m_keeps_number_arrays = true;
};

} // namespace dyno::record
