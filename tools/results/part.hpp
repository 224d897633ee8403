// The parts of a machine that an upgrade changes, and which part a fact or a library belongs to.
// Facts that always move together are one part: a driver brings its CUDA.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace dyno::results {

/// "driver" for "driver.version" and "driver.cuda"; a fact that is in no table is its own part.
[[nodiscard]] std::string part_of_fact(std::string_view fact);

/// "cuDNN" for "libcudnn_ops"; a library that is in no table is its own part.
[[nodiscard]] std::string part_of_library(std::string_view stem);

/// A library's name without version and without the hash that wheels add: "libcudnn" for
/// "libcudnn.so.9", "libgomp" for "libgomp-a34b3233.so.1".
[[nodiscard]] std::string library_stem(std::string_view file_name);

/// Whether a fact only says where something is looked for, or which device is taken: what was
/// found is compared instead.
[[nodiscard]] bool is_way_to_part(std::string_view fact);

/// Of a value of LD_PRELOAD (entries with ":" or spaces between), the entries that are not
/// libraries of a part, with ":" between: what no list of libraries in a run file shows.
[[nodiscard]] std::string preloaded_besides_parts(std::string_view value);

} // namespace dyno::results
