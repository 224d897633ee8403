// Where a device sits on the PCI bus, in any of its usual spellings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dyno {

struct pci_bus_id {
    std::uint32_t domain = 0, bus = 0, device = 0, function = 0;

    bool operator==(const pci_bus_id&) const = default;
};

/// "0000:65:00.0" (CUDA, lspci -D), "00000000:65:00.0" (nvidia-smi), "65:00.0" (lspci), "65:00", in
/// upper or lower case. None if the text is no bus id.
[[nodiscard]] std::optional<pci_bus_id> parse_pci_bus_id(std::string_view text);

} // namespace dyno
