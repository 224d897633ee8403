// What the loader takes for a library's name, tried in a child: loading runs a stranger's code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/children.hpp"
#include "record/launch.hpp"

#include <optional>
#include <string>

namespace dyno::doctor {

/// First argument of this program as the child that loads one library; the second is its name.
inline constexpr const char* load_argument = "__load";

struct load_outcome {
    std::optional<record::library> library; ///< with the version that it says itself
    std::string trouble;                    ///< why there is none
};

/// Loads a library by SONAME or absolute path in a child, within a few seconds.
[[nodiscard]] load_outcome load_in_child(children& processes, const std::string& name);

/// The child's side. Returns the exit status.
[[nodiscard]] int load_main(const std::string& name);

} // namespace dyno::doctor
