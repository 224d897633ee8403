// Which of the devices that were found a scenario means.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/device.hpp"

#include <optional>
#include <string>

namespace dyno {

/// A scenario's [device] table.
struct device_choice {
    std::optional<record::device_kind> kind; ///< none: any, a CUDA device before the CPU
    std::optional<std::string> select;       ///< none: the first of the kind
};

/// The device that is meant; a reference into `found`. `select` is one of
///   "0"             CUDA's index under CUDA_VISIBLE_DEVICES, in decimal
///   "GPU-52a3"      a UUID, or as much of it as only one device has; likewise "MIG-…"
///   "0000:65:00.0"  a PCI bus id as CUDA, NVML or lspci spell it
/// and always means a CUDA device. Throws dyno::error if the text is none of these, names several
/// devices, or fits more than one; nothing_to_measure, with what there is, if it fits none. Another
/// device than the one asked for is never taken.
[[nodiscard]] const record::device& select_device(const record::device_list& found,
                                                  const device_choice& choice);

} // namespace dyno
