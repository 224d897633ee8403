// The words of the run file for states and directions, and back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace dyno::record {

/// How a launch ended. Zero is not a status.
enum class status {
    ok = 1,
    skipped,
    failed,
    oom,
    crashed,
    timeout,
    no_device,
    device_lost,
    invalid,
    not_run,
};

/// Which way of a metric is better; `exact` is equal or changed, never tested.
enum class direction { lower = 1, higher, exact };

/// What measures: the host's processor or a CUDA device.
enum class device_kind { cpu = 1, cuda };

/// Whether a run file is whole.
enum class run_state { running = 1, complete, partial };

[[nodiscard]] std::string_view to_word(status s);
[[nodiscard]] std::string_view to_word(direction d);
[[nodiscard]] std::string_view to_word(device_kind k);
[[nodiscard]] std::string_view to_word(run_state s);

/// Throw dyno::error for a word that is none of the type's.
[[nodiscard]] status status_from(std::string_view word);
[[nodiscard]] direction direction_from(std::string_view word);
[[nodiscard]] device_kind device_kind_from(std::string_view word);
[[nodiscard]] run_state run_state_from(std::string_view word);

} // namespace dyno::record
