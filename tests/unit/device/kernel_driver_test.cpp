// SPDX-License-Identifier: Apache-2.0
#include "device/kernel_driver.hpp"

#include "scoped_folder.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

std::string version_in(const std::string& text) {
    const scoped_folder folder;
    folder.write("version", text);
    return read_kernel_driver_version(folder.path() / "version");
}

TEST(kernel_driver, version_is_read_of_both_kinds_of_module) {
    EXPECT_EQ(version_in("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 "
                         "01:15:15 UTC 2023\nGCC version:  gcc version 12.3.0\n"),
              "535.104.05");
    EXPECT_EQ(version_in("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  "
                         "Release Build  (dvs-builder@U22)  Sun Jul 27 07:16:24 UTC 2025\n"),
              "580.65.06");
}

TEST(kernel_driver, without_a_module_there_is_no_version) {
    EXPECT_EQ(read_kernel_driver_version("/nowhere/version"), "");
    EXPECT_EQ(version_in(""), "");
    EXPECT_EQ(version_in("something else 1.2.3\n"), "");
}

} // namespace
} // namespace dyno
