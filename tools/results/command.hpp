// The subcommands of `results`. Each stands in a file named after its noun, which declares its
// options and does its work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "display/palette.hpp"
#include "exit_code.hpp"

#include <cstddef>
#include <functional>
#include <ostream>

namespace CLI {
class App;
}

namespace dyno::results {

/// Where a command prints.
struct console {
    std::ostream& out;
    display::palette colours;
    std::size_t width = 0; ///< of the terminal; 0: no limit
};

/// What a command does once its options are known.
using work = std::function<exit_code(const console&)>;

/// Each adds its subcommand to the application and returns its work, which shares the options.
[[nodiscard]] work add_show(CLI::App& to);
[[nodiscard]] work add_diff(CLI::App& to);
[[nodiscard]] work add_matrix(CLI::App& to);
[[nodiscard]] work add_history(CLI::App& to);
[[nodiscard]] work add_selftest(CLI::App& to);
[[nodiscard]] work add_list(CLI::App& to);
[[nodiscard]] work add_merge(CLI::App& to);
[[nodiscard]] work add_check(CLI::App& to);
[[nodiscard]] work add_anonymise(CLI::App& to);
[[nodiscard]] work add_export(CLI::App& to);
[[nodiscard]] work add_import(CLI::App& to);

} // namespace dyno::results
