// SPDX-License-Identifier: Apache-2.0
#include "telemetry/gpu_state.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

record::fact_sheet sheet(record::facts circumstances) {
    return {{}, std::move(circumstances)};
}

TEST(gpu_state, a_power_limit_is_lowered_below_the_defaults_rounding) {
    EXPECT_FALSE((power_limit{699.6, 700}.is_lowered()));
    EXPECT_TRUE((power_limit{699.4, 700}.is_lowered()));
    EXPECT_FALSE((power_limit{750, 700}.is_lowered()));
}

TEST(gpu_state, what_the_driver_does_not_say_is_nothing) {
    const auto one = sheet({{"gpu.power_limit_w", {450.0, ""}},
                            {"gpu.power_limit_default_w", {std::nullopt, "not supported"}},
                            {"gpu.compute_processes", {std::string("many"), ""}}});
    EXPECT_FALSE(find_power_limit(one));
    EXPECT_FALSE(find_desktop_use(one));
    EXPECT_FALSE(find_compute_use(one)); // of another kind
}

TEST(gpu_state, one_of_display_and_processes_is_enough) {
    EXPECT_FALSE(find_desktop_use(sheet({{"gpu.display_active", {false, ""}}}))->is_any());
    EXPECT_TRUE(find_desktop_use(sheet({{"gpu.display_active", {true, ""}}}))->is_any());
    const auto drawing =
        find_desktop_use(sheet({{"gpu.graphics_processes", {std::int64_t{2}, ""}},
                                {"gpu.graphics_process_ids", {std::string("7 8"), ""}}}));
    ASSERT_TRUE(drawing);
    EXPECT_TRUE(drawing->is_any());
    EXPECT_EQ(to_text(*drawing),
              "the GPU is used for graphics (2 graphics processes: 7 8): desktop "
              "work takes time and memory from what is measured");
}

TEST(gpu_state, compute_processes_are_counted_and_named) {
    EXPECT_EQ(to_text(compute_use{1, "77"}), "the GPU is in use by 1 compute process (77)");
}

} // namespace
} // namespace dyno
