// Where valid UTF-8 ends (Unicode 15, table 3-7): no overlong forms, no surrogates.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace dyno::record {

/// Bytes of the valid sequence at the front of `text`, which is not empty; 0 if there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

} // namespace dyno::record
