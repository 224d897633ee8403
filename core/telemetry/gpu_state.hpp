// How a GPU is set and who uses it, read out of its facts: what a run's doubts and the doctor judge
// alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/fact.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dyno {

struct power_limit {
    double in_force_w = 0, default_w = 0;

    /// Below the card's default by more than the driver's rounding.
    [[nodiscard]] bool is_lowered() const;
};

/// Desktop work, which takes time and memory from what is measured.
struct desktop_use {
    bool drives_display = false;
    std::int64_t processes = 0; ///< that draw
    std::string process_ids;

    [[nodiscard]] bool is_any() const { return drives_display || processes > 0; }
};

struct compute_use {
    std::int64_t processes = 0;
    std::string process_ids;
};

/// Each is nothing where the driver does not say.
[[nodiscard]] std::optional<power_limit> find_power_limit(const record::fact_sheet& gpu);
[[nodiscard]] std::optional<desktop_use> find_desktop_use(const record::fact_sheet& gpu);
[[nodiscard]] std::optional<compute_use> find_compute_use(const record::fact_sheet& gpu);

/// "the GPU drives a display (1 graphics process: 99): desktop work takes time and memory from …"
[[nodiscard]] std::string to_text(const desktop_use& use);
/// "the GPU is in use by 2 compute processes (77 88)"
[[nodiscard]] std::string to_text(const compute_use& use);

} // namespace dyno
