// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_libtorch.hpp"

#include "scoped_environment.hpp"
#include "scoped_folder.hpp"

#include <gmock/gmock.h>

namespace {

using namespace dyno::doctor;
using testing::ElementsAre;
using testing::SizeIs;

dyno::catalog plugins(const fs::path& one = LINKS_LIBTORCH) {
    return dyno::catalog::find({one.parent_path()},
                               [](const fs::path&) { return dyno::record::plugin_declaration{}; });
}

TEST(find_libtorch, follows_the_plugins_runpath) {
    const scoped_environment unset{"LD_LIBRARY_PATH", ""};
    const auto all = find_libtorch(plugins(), "", "/nowhere");
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_EQ(all[0].folder, resolved(LIBTORCH_FOLDER).string());
    EXPECT_FALSE(all[0].is_cuda_build);
    EXPECT_EQ(all[0].version, "2.11.0+cpu"); // build-version beside its lib folder
    EXPECT_THAT(all[0].plugins, ElementsAre("links_libtorch"));
}

TEST(find_libtorch, the_library_path_comes_before_the_runpath) {
    const scoped_folder other;
    other.write("lib/libtorch_cpu.so", "");
    other.write("lib/libtorch_cuda.so", "");
    other.write("version.py", "__version__ = '2.11.0+cu130'\ncuda: Optional[str] = '13.0'\n");
    const scoped_environment set{"LD_LIBRARY_PATH", (other.path() / "lib").string()};
    const auto all = find_libtorch(plugins(), "", "/nowhere");
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_EQ(all[0].version, "2.11.0+cu130");
    EXPECT_EQ(all[0].cuda, "13.0");
    EXPECT_TRUE(all[0].is_cuda_build);
}

TEST(find_libtorch, an_rpath_comes_before_the_library_path) {
    const scoped_folder other;
    other.write("lib/libtorch_cpu.so", "");
    const scoped_environment set{"LD_LIBRARY_PATH", (other.path() / "lib").string()};
    const auto all = find_libtorch(plugins(LINKS_LIBTORCH_BY_RPATH), "", "/nowhere");
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_EQ(all[0].folder, resolved(LIBTORCH_CUDA_FOLDER).string());
    EXPECT_EQ(all[0].cuda, "13.0");
}

TEST(find_libtorch, the_folders_it_searches_stand_in_the_loaders_order) {
    const scoped_environment set{"LD_LIBRARY_PATH", "/on/the/path"};
    libtorch wheel;
    wheel.folder = LIBTORCH_CUDA_FOLDER;
    wheel.is_cuda_build = true;
    const auto folders = search_folders_of(wheel, "/nowhere");
    ASSERT_GE(folders.size(), 3u);
    EXPECT_EQ(folders[0], FAKES "/cudnn/9.19.0"); // its RPATH
    EXPECT_EQ(folders[1], "/on/the/path");
    EXPECT_EQ(folders[2], "/nowhere/lib/x86_64-linux-gnu");
}

TEST(find_libtorch, of_an_archive_the_version_tells_the_cuda) {
    const scoped_folder other;
    other.write("lib/libtorch_cpu.so", "");
    other.write("lib/libtorch_cuda.so", "");
    other.write("build-version", "2.10.0+cu128\n");
    const scoped_environment set{"LD_LIBRARY_PATH", (other.path() / "lib").string()};
    EXPECT_EQ(find_libtorch(plugins(), "", "/nowhere").at(0).cuda, "12.8");
}

TEST(find_libtorch, without_a_plugin_that_links_it_pythons_is_taken) {
    const scoped_folder torch;
    torch.write("lib/libtorch_cpu.so", "");
    const auto all = find_libtorch(dyno::catalog(), torch.path().string(), "/nowhere");
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_TRUE(all[0].is_python_s);
    EXPECT_THAT(find_libtorch(dyno::catalog(), "", "/nowhere"), SizeIs(0));
}

} // namespace
