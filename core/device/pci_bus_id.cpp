// SPDX-License-Identifier: Apache-2.0
#include "device/pci_bus_id.hpp"

#include <charconv>

namespace dyno {
namespace {

/// The whole text as a hexadecimal number of one to `most_digits` digits.
std::optional<std::uint32_t> parse_hex(std::string_view text, std::size_t most_digits) {
    std::uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number, 16);
    if (text.size() > most_digits || failure != std::errc() || stop != end) {
        return std::nullopt;
    }
    return number;
}

} // namespace

std::optional<pci_bus_id> parse_pci_bus_id(std::string_view text) {
    std::optional<std::uint32_t> domain = 0, function = 0;
    if (const auto dot = text.rfind('.'); dot != std::string_view::npos) {
        function = parse_hex(text.substr(dot + 1), 1);
        text = text.substr(0, dot);
    }
    const auto last_colon = text.rfind(':');
    if (last_colon == std::string_view::npos) {
        return std::nullopt;
    }
    const auto device = parse_hex(text.substr(last_colon + 1), 2);
    text = text.substr(0, last_colon);
    if (const auto first_colon = text.find(':'); first_colon != std::string_view::npos) {
        domain = parse_hex(text.substr(0, first_colon), 8);
        text = text.substr(first_colon + 1);
    }
    const auto bus = parse_hex(text, 2);
    if (!domain || !bus || !device || !function) {
        return std::nullopt;
    }
    return pci_bus_id{*domain, *bus, *device, *function};
}

} // namespace dyno
