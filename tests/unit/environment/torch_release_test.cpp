// SPDX-License-Identifier: Apache-2.0
#include "environment/torch_release.hpp"

#include "scoped_folder.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

TEST(torch_release, of_a_wheel) {
    const scoped_folder root;
    root.write("version.py", "from typing import Optional\n"
                             "__all__ = ['__version__', 'debug', 'cuda']\n"
                             "__version__ = '2.11.0+cu130'\n"
                             "debug = False\n"
                             "cuda: Optional[str] = '13.0'\n"
                             "git_version = 'abc'\n");
    root.write("build-version", "another\n");
    EXPECT_EQ(read_torch_release(root.path()).version, "2.11.0+cu130");
    EXPECT_EQ(read_torch_release(root.path()).cuda, "13.0");
}

TEST(torch_release, of_a_wheel_without_cuda) {
    const scoped_folder root;
    root.write("version.py", "__version__ = '2.11.0+cpu'\ncuda: Optional[str] = None\n");
    EXPECT_EQ(read_torch_release(root.path()).version, "2.11.0+cpu");
    EXPECT_EQ(read_torch_release(root.path()).cuda, "");
}

TEST(torch_release, of_an_archive_and_of_nothing) {
    const scoped_folder root;
    EXPECT_EQ(read_torch_release(root.path()).version, "");
    root.write("build-version", "2.10.0+cu128\n");
    EXPECT_EQ(read_torch_release(root.path()).version, "2.10.0+cu128");
    EXPECT_EQ(read_torch_release(root.path()).cuda, "");
}

} // namespace
} // namespace dyno
