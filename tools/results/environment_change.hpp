// What differs between the machines of two sides, and whether a change of the numbers may be
// attributed to it: only if exactly one part differs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "case_table.hpp"
#include "record/run_file.hpp"

#include <string>
#include <vector>

namespace dyno::results {

struct difference {
    std::string what; ///< a fact's name, or a library's
    std::string base, fresh;
};

struct changed_part {
    std::string part; ///< "driver", "cuDNN", "GPU", "plugins", …
    std::vector<difference> differences;
};

struct environment_change {
    std::vector<changed_part> parts;  ///< in alphabetical order
    std::vector<std::string> unknown; ///< "gpu.power_limit: unknown in BASE (no permission)"
    std::vector<std::string> mixed;   ///< "BASE mixes driver.version: 570.1, 580.2"
    std::string other_model;    ///< "NVIDIA A, NVIDIA B": not the same kind of device; or empty
    bool is_other_card = false; ///< another one of the same model

    /// The change in one line for each part: "driver: driver.version 570.1 → 580.2; …".
    [[nodiscard]] std::vector<std::string> part_lines() const;
    /// Whether a difference may be attributed, and if not, which runs would settle it.
    [[nodiscard]] std::vector<std::string> attribution() const;
};

/// The runs of both sides, BASE first in the table. Libraries count where the same case was
/// measured on both sides.
[[nodiscard]] environment_change find_changes(const std::vector<const record::run_file*>& base,
                                              const std::vector<const record::run_file*>& fresh,
                                              const case_table& cases);

} // namespace dyno::results
