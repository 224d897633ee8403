// Spans of time as people say them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace dyno::display {

/// Two units at most: "850 ms", "3.2 s", "45 s", "2 min 10 s", "1 h 5 min", "3 d 4 h". Negative
/// spans and those that are not finite are "—".
[[nodiscard]] std::string duration(double seconds);

} // namespace dyno::display
