// Exit codes of `results`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dyno::results {

enum class exit_code {
    pass = 0,
    gated = 1,       ///< a row has a verdict or state that the gate names
    usage = 2,       ///< the command line is wrong
    unreadable = 3,  ///< a file cannot be read or written, has another schema, or nothing compares
    not_allowed = 4, ///< missing or incomparable rows, or a change of the machine not allowed
    unclear = 5,     ///< not enough evidence, where that is gated
};

} // namespace dyno::results
