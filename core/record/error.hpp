// The one exception type of the project: a message that says what, where and what to change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace dyno {

/// Something that the user can see and mend. Each layer may put where it happened in front:
/// "scenarios/x.toml:7: unknown key 'warmup'". Caught in main and around one launch.
class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;

    /// The same error with `where` and ": " before its message.
    [[nodiscard]] error in(const std::string& where) const { return error(where + ": " + what()); }
};

/// The machine has nothing to measure with, or nowhere to write: exit code 3.
class nothing_to_measure : public error {
public:
    using error::error;
};

} // namespace dyno
