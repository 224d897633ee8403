// The worker: one process that measures one case once and says what it found on its channel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace dyno {

/// First argument of this program as a worker; the task comes on the channel.
inline constexpr const char* worker_argument = "__worker";

/// First argument of the child that checks rules between parameters; tasks come on the channel.
inline constexpr const char* check_argument = "__check";

/// Runs the task and sends the result before anything is torn down. Does not return: the process
/// ends without running the destructors of libraries, which do not all survive it.
[[noreturn]] void worker_main();

/// Answers each task with the outcome of its workload's check(), until an empty line. Does not
/// return either.
[[noreturn]] void check_main();

} // namespace dyno
