// SPDX-License-Identifier: Apache-2.0
#include "grid.hpp"

#include "escape.hpp"

namespace dyno::results {

std::string grid::text(const display::palette& colours, std::size_t width) const {
    display::table table(columns);
    for (const std::vector<display::cell>& row : rows) {
        table.add_row(row);
    }
    return table.text(colours, width);
}

std::string grid::markdown() const {
    std::string text = "|", rule = "|";
    for (const display::column& c : columns) {
        text += " " + results::markdown(c.head) + " |";
        rule += c.align == display::alignment::right ? "--:|" : "---|";
    }
    text += "\n" + rule + "\n";
    for (const std::vector<display::cell>& row : rows) {
        text += "|";
        for (const display::cell& c : row) {
            text += " " + results::markdown(c.text) + " |";
        }
        text += "\n";
    }
    return text;
}

} // namespace dyno::results
