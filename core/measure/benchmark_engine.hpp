// Google Benchmark as the engine that runs windows; the only file that knows it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace dyno {

/// Registers a case of this name and runs it once with `samples` iterations in manual time: `take`
/// is called once, inside the benchmark, and gives the time of each sample in seconds, which is
/// reported to the engine. What `take` throws is thrown again here. Throws dyno::error if the
/// engine did not call it, as it does when told to by an environment variable of its own.
void run_in_engine(const std::string& name, std::int64_t samples,
                   const std::function<std::vector<double>()>& take);

} // namespace dyno
