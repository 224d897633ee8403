// SPDX-License-Identifier: Apache-2.0
#include "display/table.hpp"

#include "display/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace dyno::display {
namespace {

constexpr std::size_t gap = 2;

/// With the gaps; widths of 0 are columns that are left out.
std::size_t total_width(const std::vector<std::size_t>& widths) {
    std::size_t total = 0;
    for (const std::size_t width : widths) {
        total += width == 0 ? 0 : width + (total == 0 ? 0 : gap);
    }
    return total;
}

/// Joins the cells of a line; widths of 0 are columns that are left out.
class line {
public:
    void add(const std::string& text, const column& in, std::size_t width, const palette& colours,
             style as) {
        if (width == 0) {
            return;
        }
        m_text += std::string(m_is_first ? 0 : gap, ' ');
        m_is_first = false;
        const std::string fitted = shorten(text, width);
        const std::size_t fill = width - width_of(fitted);
        m_text += std::string(in.align == alignment::right ? fill : 0, ' ');
        m_text += colours.paint(fitted, as);
        m_text += std::string(in.align == alignment::right ? 0 : fill, ' ');
    }

    [[nodiscard]] std::string finish() && {
        m_text.erase(m_text.find_last_not_of(' ') + 1);
        return std::move(m_text) + "\n";
    }

private:
    std::string m_text;
    bool m_is_first = true;
};

} // namespace

void table::add_row(std::vector<cell> cells) {
    if (cells.size() > m_columns.size()) {
        throw std::invalid_argument("a table's row has more cells than the table has columns");
    }
    for (cell& c : cells) {
        c.text = printable(c.text);
    }
    cells.resize(m_columns.size(), cell(""));
    m_rows.push_back({std::move(cells), false});
}

void table::add_rule() {
    m_rows.push_back({{}, true});
}

std::vector<std::size_t> table::widths(std::size_t most) const {
    std::vector<std::size_t> widths(m_columns.size(), 0);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        for (const row& r : m_rows) {
            widths[i] = std::max(widths[i], r.is_rule ? 0 : width_of(r.cells[i].text));
        }
        if (widths[i] > 0 || m_rows.empty()) {
            widths[i] = std::max(widths[i], width_of(m_columns[i].head));
        }
    }
    while (most > 0 && total_width(widths) > most) {
        std::size_t widest = widths.size();
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const bool shrinks = m_columns[i].may_shrink && widths[i] > least_shrunk;
            if (shrinks && (widest == widths.size() || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        if (widest == widths.size()) {
            break;
        }
        --widths[widest];
    }
    return widths;
}

std::string table::text(const palette& colours, std::size_t width) const {
    const std::vector<std::size_t> columns = widths(width);
    line head;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        head.add(printable(m_columns[i].head), m_columns[i], columns[i], colours, style::strong);
    }
    std::string all = std::move(head).finish();
    const std::size_t across = total_width(columns);
    for (const row& r : m_rows) {
        if (r.is_rule) {
            for (std::size_t i = 0; i < across; ++i) {
                all += "─";
            }
            all += "\n";
            continue;
        }
        line next;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            next.add(r.cells[i].text, m_columns[i], columns[i], colours, r.cells[i].as);
        }
        all += std::move(next).finish();
    }
    return all;
}

} // namespace dyno::display
