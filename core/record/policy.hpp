// How a case is measured: the keys of a scenario's [measure] table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace dyno::record {

/// What the device's cache holds before a sample. Part of a case's identity.
enum class cache_state { warm = 1, cold };

[[nodiscard]] std::string_view to_word(cache_state s);
[[nodiscard]] cache_state cache_state_from(std::string_view word);

/// The measurement policy of one case. Only `cache` changes what is measured; the rest says how
/// long and how often.
struct policy {
    int launches = 5;           ///< worker processes; fewer than 4 are shown, never gated
    double warmup_s = 3.0;      ///< at least; clocks swing for about 3 s after a load starts
    double max_warmup_s = 15.0; ///< by then unsettled is a warning
    double min_time_s = 1.0;    ///< of measured samples
    double max_time_s = 10.0;
    std::int64_t min_samples = 10;
    std::int64_t max_samples = 10000;
    double target_rel_ci = 0.005; ///< half-width of the median's 95 % interval over the median
    double min_sample_s = 0.001;  ///< a sample is a batch of iterations at least this long
    double time_limit_s = 120.0;  ///< of one launch, after which its process group is ended
    cache_state cache = cache_state::warm;
    std::uint64_t least_free_bytes = 0; ///< of device memory, else the launch is skipped

    bool operator==(const policy&) const = default;
};

} // namespace dyno::record
