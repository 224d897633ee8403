// A table of texts with aligned columns. Nothing wraps; columns that may shrink are cut with "…"
// where the whole would not fit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "display/palette.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace dyno::display {

enum class alignment { left = 1, right };

struct column {
    std::string head;
    alignment align = alignment::left;
    bool may_shrink = false; ///< to `least_shrunk` columns, if the table is too wide
};

struct cell {
    std::string text; ///< made printable by the table
    style as = style::plain;

    cell(std::string t, style s = style::plain) : text(std::move(t)), as(s) {}
    cell(const char* t, style s = style::plain) : text(t), as(s) {}
};

class table {
public:
    static constexpr std::size_t least_shrunk = 12; ///< a label's first words stay readable

    explicit table(std::vector<column> columns) : m_columns(std::move(columns)) {}

    /// One cell a column; missing cells are empty. Throws std::invalid_argument for too many.
    void add_row(std::vector<cell> cells);

    /// A line across the table at this place.
    void add_rule();

    [[nodiscard]] bool is_empty() const { return m_rows.empty(); }

    /// The table as lines that end in "\n" and hold no trailing spaces. Columns that are empty in
    /// every row are left out. `width` 0: as wide as it wants to be.
    [[nodiscard]] std::string text(const palette& colours = palette(), std::size_t width = 0) const;

private:
    struct row {
        std::vector<cell> cells;
        bool is_rule = false;
    };

    [[nodiscard]] std::vector<std::size_t> widths(std::size_t most) const;

    std::vector<column> m_columns;
    std::vector<row> m_rows;
};

} // namespace dyno::display
