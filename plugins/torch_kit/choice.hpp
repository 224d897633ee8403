// choice.hpp - enumerations that are chosen by name in a scenario.
//
// An enumeration that is a choice starts at 1 and has a NULL-terminated array of names in the same
// order; the array is also what a parameter declares as its allowed values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace dyno::torch_kit {

/// The value whose name is `name`; throws std::invalid_argument if there is none.
template <class Choice>
[[nodiscard]] Choice choice_named(const char* const* names, const std::string& name) {
    for (int i = 0; names[i] != nullptr; ++i) {
        if (name == names[i]) {
            return static_cast<Choice>(i + 1);
        }
    }
    throw std::invalid_argument("'" + name + "' is not one of the allowed values");
}

template <class Choice>
[[nodiscard]] const char* name_of(const char* const* names, Choice choice) {
    return names[static_cast<std::size_t>(choice) - 1];
}

} // namespace dyno::torch_kit
