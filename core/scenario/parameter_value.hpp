// One value of a scenario against the parameter that a workload declares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/declaration.hpp"
#include "record/value.hpp"
#include "scenario/node.hpp"

#include <optional>
#include <string>

namespace dyno {

struct parameter_result {
    std::optional<record::value> accepted;
    std::string trouble; ///< why not, as in "'batch' is a whole number from 1 to 65536, not -3"
};

/// Checks type, range and allowed words; sizes in bytes may be written "24 GiB".
[[nodiscard]] parameter_result accept(const record::parameter_declaration& parameter,
                                      const node& written);

/// A value as it stands, for a workload that nobody offers; nothing for a list or a table.
[[nodiscard]] std::optional<record::value> plain_value(const node& written);

/// The declared default, or nothing if the scenario must give the parameter. Throws dyno::error if
/// the plugin declares a default that its own declaration refuses.
[[nodiscard]] std::optional<record::value>
default_of(const record::parameter_declaration& parameter);

} // namespace dyno
