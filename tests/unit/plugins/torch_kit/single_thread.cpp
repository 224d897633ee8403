// single_thread.cpp - one thread for all tests of this program: they run beside each other,
// OpenMP's threads spin while they wait, and sums in a fixed order can be compared to the bit.
// SPDX-License-Identifier: Apache-2.0
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

namespace {

class single_thread : public ::testing::Environment {
    void SetUp() override { at::set_num_threads(1); }
};

// GoogleTest takes ownership.
[[maybe_unused]] const auto* const registered =
    ::testing::AddGlobalTestEnvironment(new single_thread);

} // namespace
