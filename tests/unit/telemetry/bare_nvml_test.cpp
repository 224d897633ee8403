// A library that answers no question.
// SPDX-License-Identifier: Apache-2.0
#include "fake_gpu.hpp"
#include "nvml_queries.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

TEST(bare_nvml, lacks_the_symbol_of_every_query) {
    const nvml library;
    const nvml_device gpu(library, fakes::first_gpu());
    for (const fakes::nvml_query& query : fakes::all_queries()) {
        EXPECT_EQ(query.reason(gpu), "symbol missing") << query.name;
    }
}

} // namespace
} // namespace dyno
