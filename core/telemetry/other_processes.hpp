// Which of the processes on the GPU are not the measured one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/telemetry.hpp"

#include <cstdint>
#include <vector>

namespace dyno {

/// Every process that any of `during` lists, without the `own` ones. In a container the driver may
/// list the numbers of the host, where none of `own` is found; then one compute process that
/// `before` does not list is taken for the measured one, the first that came.
[[nodiscard]] std::vector<record::gpu_process>
find_other_processes(const std::vector<record::gpu_process>& before,
                     const std::vector<std::vector<record::gpu_process>>& during,
                     const std::vector<std::uint32_t>& own);

} // namespace dyno
