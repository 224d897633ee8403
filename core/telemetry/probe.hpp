// The body of the probe, the one process of a run that asks the drivers about the machine.
//
// A call stuck in a driver cannot be cancelled, so all of them are made here and nowhere else: the
// supervisor hears nothing more, records the gap, and kills the process or leaves it behind.
// record/probe_message.hpp describes the lines that go in and out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace dyno {

struct probe_settings {
    /// Between two samples. The power and energy counters move every 100 ms.
    std::chrono::milliseconds period{100};
    /// Every so many samples also ask for the surroundings, which cost more and change slowly.
    int surroundings_every = 10;
    std::string cuda_soname = "libcuda.so.1";
    std::string nvml_soname = "libnvidia-ml.so.1";
};

/// Answers requests from the descriptor `input` on `output` until the input ends or nobody reads
/// the output. Returns the process's exit status: 0, or 1 after a request that makes no sense,
/// which is told on stderr. Ignores SIGPIPE for the process.
[[nodiscard]] int probe_main(int input, int output, const probe_settings& settings = {});

} // namespace dyno
