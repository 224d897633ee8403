// SPDX-License-Identifier: Apache-2.0
#include "doctor/host_check.hpp"

#include "findings.hpp"

namespace {

using namespace dyno::doctor;
using doctor_tests::one;
using testing::HasSubstr;

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

seen_host plain() {
    seen_host seen;
    seen.memory_bytes = 64 * gib;
    seen.container = "none seen";
    return seen;
}

TEST(host_check, a_plain_host_is_good) {
    for (const finding& f : check_host(plain())) {
        EXPECT_EQ(f.state, health::good) << f.topic;
    }
    EXPECT_THAT(one(check_host(plain()), "pinned_memory").seen, HasSubstr("unlimited"));
}

TEST(host_check, a_small_control_group_bounds_pinned_memory) {
    seen_host seen = plain();
    seen.cgroup_limit_bytes = gib;
    EXPECT_EQ(one(check_host(seen), "pinned_memory").state, health::doubtful);
    seen.cgroup_limit_bytes = 16 * gib;
    EXPECT_EQ(one(check_host(seen), "pinned_memory").state, health::good);
}

TEST(host_check, the_locked_limit_matters_under_wsl_only) {
    seen_host seen = plain();
    seen.locked_limit_bytes = 64 << 10;
    EXPECT_EQ(one(check_host(seen), "pinned_memory").state, health::good);
    seen.is_wsl = true;
    EXPECT_EQ(one(check_host(seen), "pinned_memory").state, health::doubtful);
}

TEST(host_check, a_device_node_that_is_closed_is_wrong_without_a_gpu) {
    seen_host seen = plain();
    seen.container = "docker";
    seen.nodes = {{"/dev/nvidiactl", ""}, {"/dev/nvidia0", "Permission denied"}};
    finding f = one(check_host(seen), "container");
    EXPECT_EQ(f.state, health::wrong);
    EXPECT_THAT(f.seen, HasSubstr("/dev/nvidia0: Permission denied"));
    EXPECT_THAT(f.mend, HasSubstr("docker run --gpus all"));
    seen.has_gpu = true; // another GPU works
    EXPECT_EQ(one(check_host(seen), "container").state, health::doubtful);
}

TEST(host_check, a_container_needs_compute_and_utility) {
    seen_host seen = plain();
    seen.container = "docker";
    for (const auto& [capabilities, state] :
         {std::pair("compute", health::doubtful), std::pair("utility", health::doubtful),
          std::pair("compute,utility", health::good), std::pair("all", health::good),
          std::pair("", health::good)}) {
        seen.capabilities = capabilities;
        EXPECT_EQ(one(check_host(seen), "container").state, state) << capabilities;
    }
}

TEST(host_check, wsl_is_told_with_and_without_a_gpu) {
    seen_host seen = plain();
    seen.is_wsl = true;
    EXPECT_THAT(one(check_host(seen), "wsl").seen, HasSubstr("/dev/dxg"));
    seen.has_wsl_gpu = true;
    EXPECT_EQ(one(check_host(seen), "wsl").state, health::doubtful);
    EXPECT_THAT(one(check_host(seen), "wsl").seen, HasSubstr("NVML"));
}

} // namespace
