// SPDX-License-Identifier: Apache-2.0
#include "telemetry/other_processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using record::gpu_process;
using testing::ElementsAre;
using testing::IsEmpty;

gpu_process compute(std::uint32_t pid) {
    return {pid, std::nullopt, false};
}
gpu_process graphics(std::uint32_t pid) {
    return {pid, std::nullopt, true};
}

TEST(other_processes, own_one_is_not_among_them) {
    EXPECT_THAT(find_other_processes({}, {{compute(5)}, {compute(5)}}, {5}), IsEmpty());
    EXPECT_THAT(find_other_processes({compute(7)}, {{compute(5), compute(7)}}, {5}),
                ElementsAre(compute(7)));
}

TEST(other_processes, that_come_later_are_seen_once) {
    EXPECT_THAT(
        find_other_processes({}, {{compute(5)}, {compute(5), compute(8)}, {compute(8)}}, {5}),
        ElementsAre(compute(8)));
}

TEST(other_processes, graphics_count) {
    EXPECT_THAT(find_other_processes({}, {{compute(5), graphics(9)}}, {5}),
                ElementsAre(graphics(9)));
}

TEST(other_processes, of_a_container_the_first_that_came_is_the_own_one) {
    // own is 5 in the container, 105 for the driver; 107 was there before, 108 came later
    EXPECT_THAT(find_other_processes(
                    {compute(107)},
                    {{compute(107), compute(105)}, {compute(107), compute(105), compute(108)}},
                    {5}),
                ElementsAre(compute(107), compute(108)));
}

TEST(other_processes, of_a_container_graphics_are_never_the_own_one) {
    EXPECT_THAT(find_other_processes({}, {{graphics(109), compute(105)}}, {5}),
                ElementsAre(graphics(109)));
}

TEST(other_processes, without_an_own_one_are_all) {
    EXPECT_THAT(find_other_processes({}, {{compute(7)}}, {}), ElementsAre(compute(7)));
}

} // namespace
} // namespace dyno
