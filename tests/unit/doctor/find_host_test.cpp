// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_host.hpp"

#include "scoped_environment.hpp"
#include "scoped_folder.hpp"

#include <gmock/gmock.h>

namespace {

using namespace dyno::doctor;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(find_host, an_nvidia_gpu_is_told_from_its_sound_device_and_from_others) {
    const scoped_folder tree;
    EXPECT_FALSE(has_nvidia_hardware(tree.path()));
    tree.write("sys/bus/pci/devices/0000:01:00.1/vendor", "0x10de\n");
    tree.write("sys/bus/pci/devices/0000:01:00.1/class", "0x040300\n");
    tree.write("sys/bus/pci/devices/0000:02:00.0/vendor", "0x1002\n");
    tree.write("sys/bus/pci/devices/0000:02:00.0/class", "0x030000\n");
    EXPECT_FALSE(has_nvidia_hardware(tree.path()));
    tree.write("sys/bus/pci/devices/0000:03:00.0/vendor", "0x10de\n");
    tree.write("sys/bus/pci/devices/0000:03:00.0/class", "0x030200\n");
    EXPECT_TRUE(has_nvidia_hardware(tree.path()));
}

TEST(find_host, the_own_control_group_comes_before_the_root) {
    const scoped_folder tree;
    EXPECT_FALSE(find_host(tree.path()).cgroup_limit_bytes);
    tree.write("sys/fs/cgroup/memory.max", "8589934592\n");
    EXPECT_EQ(find_host(tree.path()).cgroup_limit_bytes, 8589934592u);
    tree.write("proc/self/cgroup", "0::/job\n");
    tree.write("sys/fs/cgroup/job/memory.max", "1073741824\n");
    EXPECT_EQ(find_host(tree.path()).cgroup_limit_bytes, 1073741824u);
    tree.write("sys/fs/cgroup/job/memory.max", "max\n");
    EXPECT_EQ(find_host(tree.path()).cgroup_limit_bytes, 8589934592u);
}

TEST(find_host, only_nodes_that_cuda_opens_are_looked_at) {
    const scoped_folder tree;
    for (const char* name : {"nvidia0", "nvidiactl", "nvidia-uvm", "nvidia-modeset", "null"}) {
        tree.write(std::string("dev/") + name, "");
    }
    const auto nodes = find_host(tree.path()).nodes;
    ASSERT_EQ(nodes.size(), 3u);
    for (const device_node& node : nodes) {
        EXPECT_EQ(node.trouble, "");
    }
}

TEST(find_host, the_library_path_is_told_with_what_it_holds) {
    const scoped_folder tree;
    tree.write("a/libcudnn.so.9", "");
    tree.write("a/libz.so.1", "");
    const scoped_environment set{"LD_LIBRARY_PATH", (tree.path() / "a").string() + "::/gone"};
    const scoped_environment preload{"LD_PRELOAD", ""};
    const seen_library_path seen = find_library_path();
    ASSERT_EQ(seen.folders.size(), 2u);
    EXPECT_TRUE(seen.folders[0].exists);
    EXPECT_THAT(seen.folders[0].libraries, ElementsAre("libcudnn.so.9"));
    EXPECT_FALSE(seen.folders[1].exists);
    EXPECT_THAT(seen.folders[1].libraries, IsEmpty());
}

TEST(find_host, of_a_long_library_path_the_first_folders_are_looked_through) {
    std::string path;
    for (int i = 0; i < 1000; ++i) {
        path += "/gone/" + std::to_string(i) + ":";
    }
    const scoped_environment set{"LD_LIBRARY_PATH", path};
    const seen_library_path seen = find_library_path();
    EXPECT_EQ(seen.folders.size(), 256u);
    EXPECT_EQ(seen.left_out, 744u);
}

} // namespace
