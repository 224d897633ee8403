// Changing the texts in a JSON text and nothing else: for taking names out of a run file, also out
// of keys that this version does not know.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace dyno::record {

/// What becomes of a text; `place` is where it stands, without numbers: "launches[].log".
using change_text = std::function<std::string(std::string_view text, const std::string& place)>;

/// The same JSON with `change` applied to every text that is a value; keys, numbers and blanks stay
/// as they are. The JSON must be valid: throws dyno::error otherwise.
[[nodiscard]] std::string rewrite_texts(std::string_view json, const change_text& change);

} // namespace dyno::record
