// Why a GPU's clocks are not at their highest, by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dyno {

/// One name for each set bit: "power_cap", "hardware_thermal", …; a bit that this program does not
/// know as hexadecimal text: "0x400000".
[[nodiscard]] std::vector<std::string> event_reason_names(std::uint64_t bits);

/// Whether a reason says that the GPU is kept from its normal speed: heat, or a power supply that
/// cannot. The power cap is no such reason: it is how a GPU works under a heavy load.
[[nodiscard]] bool is_slowdown(std::string_view name);

} // namespace dyno
