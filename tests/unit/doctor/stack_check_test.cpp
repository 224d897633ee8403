// SPDX-License-Identifier: Apache-2.0
#include "doctor/stack_check.hpp"

#include <gmock/gmock.h>

namespace {

using namespace dyno::doctor;
using dyno::record::status;
using testing::HasSubstr;

seen_launch that_ended(status how, const std::string& reason) {
    seen_launch seen{"product", "gemm on GPU", "", dyno::record::launch{}};
    seen.launch->status = how;
    seen.launch->reason = reason;
    return seen;
}

TEST(stack_check, without_a_launch_says_why) {
    const finding f = check_launch({"training", "x", "no usable plugin", std::nullopt});
    EXPECT_EQ(f.state, health::not_checked);
    EXPECT_EQ(f.seen, "no usable plugin");
}

TEST(stack_check, a_good_launch_shows_its_figures) {
    seen_launch seen = that_ended(status::ok, "");
    using dyno::record::direction;
    seen.launch->metrics = {{"time", "s", direction::lower, 1e-3, {}},
                            {"throughput", "FLOP/s", direction::higher, 2e12, {}}};
    const finding f = check_launch(seen);
    EXPECT_EQ(f.state, health::good);
    EXPECT_THAT(f.seen, HasSubstr("1.000 ms"));
    EXPECT_THAT(f.seen, HasSubstr("2.000 TFLOP/s"));
}

TEST(stack_check, what_could_not_run_is_not_checked_and_what_broke_is_wrong) {
    EXPECT_EQ(check_launch(that_ended(status::skipped, "too old")).state, health::not_checked);
    for (const status how : {status::failed, status::oom, status::crashed, status::timeout,
                             status::no_device, status::device_lost, status::invalid}) {
        const finding f = check_launch(that_ended(how, "the reason"));
        EXPECT_EQ(f.state, health::wrong);
        EXPECT_THAT(f.seen, HasSubstr("the reason"));
    }
}

} // namespace
