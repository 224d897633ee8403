// GPU code that is built into a library: for which compute capabilities, as SASS or PTX.
//
// The layout of .nv_fatbin is not documented. What is read here was found in files that nvcc 13.0
// wrote: regions that begin with 0xBA55ED50, in them entries with the kind (1 PTX, 2 SASS) at 0,
// the header's length at 4, the payload's at 8, the compute capability at 28 and flags at 40, of
// which bit 20 stands for architecture-specific ('a') and bit 21 for family-specific ('f') code.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace dyno::doctor {

/// What one piece of code was compiled for.
struct sm_target {
    int sm = 0;        ///< 90 for compute capability 9.0
    char suffix = ' '; ///< 'a', 'f', or ' ' for neither
    bool is_ptx = false;

    auto operator<=>(const sm_target&) const = default;
};

/// "sm_90a", "compute_90".
[[nodiscard]] std::string to_text(const sm_target& target);

/// The targets in the bytes of a .nv_fatbin section. Bytes that are no region are skipped.
[[nodiscard]] std::set<sm_target> read_fatbin(std::string_view bytes);

/// The targets of a library; empty if it has no GPU code. Throws dyno::error if it cannot be read.
[[nodiscard]] std::set<sm_target> find_sm_code(const std::filesystem::path& library);

/// How a GPU can run code.
enum class sm_fit {
    native = 1, ///< SASS of its major version, minor not above its own
    from_ptx,   ///< only by compiling PTX of an older or the same capability when it starts
    none,
};

/// The best of the targets for a GPU of compute capability `sm`. SASS runs on the same major
/// version with the same or a higher minor one; PTX on every later GPU; 'a' code only on exactly
/// its own; 'f' code on its own major version, with the same or a higher minor one.
[[nodiscard]] sm_fit best_fit(const std::set<sm_target>& targets, int sm);

} // namespace dyno::doctor
