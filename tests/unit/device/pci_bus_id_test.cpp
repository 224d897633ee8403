// SPDX-License-Identifier: Apache-2.0
#include "device/pci_bus_id.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

TEST(pci_bus_id, spellings_of_one_place_are_equal) {
    const pci_bus_id wanted{0, 0xc1, 0, 0};
    for (const char* text :
         {"0000:C1:00.0", "0000:c1:00.0", "00000000:C1:00.0", "c1:00.0", "C1:0", "0:c1:0.0"}) {
        EXPECT_EQ(parse_pci_bus_id(text), wanted) << text;
    }
    EXPECT_EQ(parse_pci_bus_id("10000:01:1f.7"), (pci_bus_id{0x10000, 1, 0x1f, 7}));
}

TEST(pci_bus_id, other_texts_are_none) {
    for (const char* text :
         {"", "65", ":", "65:", ":00", "65:00.", "g1:00.0", "0000:65:00.00", "000000000:65:00.0",
          "0000:165:00.0", "0:0:65:00.0", "-1:00.0", "65:00.0 "}) {
        EXPECT_FALSE(parse_pci_bus_id(text)) << text;
    }
}

} // namespace
} // namespace dyno
