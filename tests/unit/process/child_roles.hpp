// What this test program does as a child of itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// Plays the role of this name ("lines", "log", "forks", …) and returns the exit status.
int play_child(const std::string& role, const std::vector<std::string>& arguments);

/// Length of the long line and of the long log.
inline constexpr std::size_t long_bytes = 10 << 20;
