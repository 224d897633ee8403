// Versions as numbers between dots, and what CUDA's rules make of two of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dyno::doctor {

/// The leading numbers of a version: {2, 11, 0} of "2.11.0+cu130"; empty if there is none.
[[nodiscard]] std::vector<int> numbers_of(std::string_view version);

/// The number at a place, 0 where the version is shorter.
[[nodiscard]] int number_at(std::string_view version, std::size_t place);

/// Whether `version` is `least` or newer. An unknown version is not.
[[nodiscard]] bool is_at_least(std::string_view version, std::string_view least);

/// How a driver that accepts `driver_cuda` runs programs of CUDA `built_with`.
enum class cuda_fit {
    runs = 1,      ///< the driver knows this CUDA
    minor_version, ///< by minor-version compatibility: same major, from CUDA 11 on
    needs_newer_driver,
    unknown,
};
[[nodiscard]] cuda_fit fit_of(std::string_view built_with, std::string_view driver_cuda);

/// The oldest driver branch that is tried with what is built here; tools/setup.sh and the README
/// say the same.
inline constexpr const char* oldest_driver = "535";

/// The oldest Linux driver branch that runs programs of this CUDA's major version: "580" of 13
/// (CUDA's release notes, minor-version compatibility), and never one that is too old for
/// GpuDyno; empty for an unknown one.
[[nodiscard]] std::string oldest_driver_of(std::string_view cuda);

/// "install driver 580 or newer", or "install a newer driver" for a CUDA that is not known yet.
[[nodiscard]] std::string install_driver_for(std::string_view cuda);

} // namespace dyno::doctor
