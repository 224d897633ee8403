// SPDX-License-Identifier: Apache-2.0
#include "doctor/version.hpp"

#include <gmock/gmock.h>

namespace {

using namespace dyno::doctor;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(version, is_read_up_to_what_is_no_number) {
    EXPECT_THAT(numbers_of("2.11.0+cu130"), ElementsAre(2, 11, 0));
    EXPECT_THAT(numbers_of("580"), ElementsAre(580));
    EXPECT_THAT(numbers_of("2.0a1"), ElementsAre(2, 0));
    EXPECT_THAT(numbers_of("unknown"), IsEmpty());
    EXPECT_THAT(numbers_of(""), IsEmpty());
    EXPECT_THAT(numbers_of("-1"), IsEmpty());
}

TEST(version, is_compared_by_numbers_and_not_by_letters) {
    EXPECT_TRUE(is_at_least("2.11.0", "2.9"));
    EXPECT_TRUE(is_at_least("2.0", "2.0.0"));
    EXPECT_FALSE(is_at_least("1.13.1", "2.0"));
    EXPECT_FALSE(is_at_least("", "1"));
    EXPECT_FALSE(is_at_least("535.104", "535.104.1"));
}

TEST(version, cuda_fits_a_driver_by_its_major_version) {
    EXPECT_EQ(fit_of("12.8", "13.0"), cuda_fit::runs);
    EXPECT_EQ(fit_of("13.0", "13.0"), cuda_fit::runs);
    EXPECT_EQ(fit_of("12.8", "12.2"), cuda_fit::minor_version);
    EXPECT_EQ(fit_of("13.0", "12.8"), cuda_fit::needs_newer_driver);
    EXPECT_EQ(fit_of("10.2", "10.1"), cuda_fit::needs_newer_driver); // before CUDA 11 it was exact
    EXPECT_EQ(fit_of("", "12.8"), cuda_fit::unknown);
    EXPECT_EQ(fit_of("12.8", ""), cuda_fit::unknown);
}

TEST(version, oldest_driver_is_known_by_major_version) {
    EXPECT_EQ(oldest_driver_of("13.1"), "580");
    EXPECT_EQ(oldest_driver_of("12.0"), "535");
    EXPECT_EQ(oldest_driver_of("11.8"), "535");
    EXPECT_EQ(oldest_driver_of("9.0"), "");
    EXPECT_EQ(install_driver_for("13.1"), "install driver 580 or newer");
    EXPECT_EQ(install_driver_for("14.0"), "install a newer driver");
}

} // namespace
