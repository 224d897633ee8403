// Host memory: given aligned, refused in words.
//
// SPDX-License-Identifier: Apache-2.0
#include "host_memory.hpp"

#include <dyno/plugin.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace dyno::gemm {
namespace {

TEST(host_memory, is_aligned_to_pages) {
    host_memory memory(100);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 4096, 0u);
    EXPECT_EQ(memory.bytes().size(), 100u);
}

TEST(host_memory, more_than_there_is_is_refused_with_both_figures) {
    ASSERT_TRUE(available_host_memory());
    EXPECT_NO_THROW(require_host_memory(1, "one byte"));
    try {
        require_host_memory(std::size_t{1} << 46, "a large product");
        FAIL();
    } catch (const out_of_host_memory& refused) {
        EXPECT_THAT(refused.what(), ::testing::HasSubstr("a large product needs 64.0 TiB"));
        EXPECT_THAT(refused.what(), ::testing::HasSubstr("are available; make m, n, k"));
    }
}

TEST(host_memory, bytes_are_said_in_words) {
    EXPECT_EQ(bytes_in_words(0), "0 B");
    EXPECT_EQ(bytes_in_words(1023), "1023 B");
    EXPECT_EQ(bytes_in_words(1536), "1.5 KiB (1536 B)");
    EXPECT_EQ(bytes_in_words(std::size_t{32} << 20), "32.0 MiB (33554432 B)");
}

} // namespace
} // namespace dyno::gemm
