// A table of texts in the forms for people that matrix, history and list print.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "display/palette.hpp"
#include "display/table.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace dyno::results {

struct grid {
    std::vector<display::column> columns;
    std::vector<std::vector<display::cell>> rows;

    [[nodiscard]] std::string text(const display::palette& colours, std::size_t width) const;
    [[nodiscard]] std::string markdown() const;
};

} // namespace dyno::results
