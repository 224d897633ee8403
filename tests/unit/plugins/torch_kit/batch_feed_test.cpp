// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/batch_feed.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace dyno::torch_kit {
namespace {

std::vector<labelled_batch> two_batches() {
    return {make_batch(initialisation::formula, 2, 32, 10, 0),
            make_batch(initialisation::formula, 2, 32, 10, 1)};
}

TEST(batch_feed, a_batch_on_the_device_stays_the_same) {
    const auto batches = two_batches();
    batch_feed feed(input_path::device, batches, c10::kCPU, std::nullopt);
    for (int step = 0; step < 3; ++step) {
        feed.begin_step();
        EXPECT_TRUE(feed.images().equal(batches[0].images));
        EXPECT_TRUE(feed.labels().equal(batches[0].labels));
        feed.end_step();
    }
}

TEST(batch_feed, pageable_batches_take_turns_in_one_pair_of_tensors) {
    const auto batches = two_batches();
    batch_feed feed(input_path::pageable, batches, c10::kCPU, std::nullopt);
    const void* const address = feed.images().data_ptr();
    for (std::size_t step = 0; step < 4; ++step) {
        feed.begin_step();
        EXPECT_TRUE(feed.images().equal(batches[step % 2].images)) << step;
        EXPECT_TRUE(feed.labels().equal(batches[step % 2].labels)) << step;
        EXPECT_EQ(feed.images().data_ptr(), address);
        feed.end_step();
    }
}

TEST(batch_feed, keeps_the_layout_of_its_batches) {
    auto batches = two_batches();
    for (auto& batch : batches) {
        batch.images = in_layout(batch.images, memory_layout::channels_last);
    }
    batch_feed feed(input_path::pageable, batches, c10::kCPU, std::nullopt);
    feed.begin_step();
    EXPECT_TRUE(feed.images().is_contiguous(at::MemoryFormat::ChannelsLast));
}

TEST(batch_feed, pinned_needs_a_device) {
    EXPECT_THROW(batch_feed(input_path::pinned, two_batches(), c10::kCPU, std::nullopt),
                 std::invalid_argument);
}

} // namespace
} // namespace dyno::torch_kit
