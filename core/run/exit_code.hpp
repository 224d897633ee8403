// Exit codes of the runner.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dyno {

enum class exit_code {
    measured = 0, ///< every case measured, or skipped for a stated reason
    failed = 1,   ///< a launch failed, crashed, timed out, was invalid or ran out of memory
    usage = 2,    ///< the command line or the scenario is wrong
    nothing = 3,  ///< nothing could be measured, or nothing written
    interrupted = 130,
};

} // namespace dyno
