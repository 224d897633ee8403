// SPDX-License-Identifier: Apache-2.0
#include "device/processor.hpp"

#include "scoped_folder.hpp"

#include <gtest/gtest.h>

#include <sched.h>

namespace dyno {
namespace {

int processors_of_this_process() {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

TEST(processor, is_read_from_the_kernel) {
    const scoped_folder root;
    root.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Test CPU @ 2.00GHz\n");
    root.write("proc/meminfo", "MemTotal:       24000000 kB\nMemFree: 1 kB\n");
    const std::string cache = "sys/devices/system/cpu/cpu0/cache/";
    root.write(cache + "index0/level", "1\n");
    root.write(cache + "index0/type", "Data\n");
    root.write(cache + "index0/size", "32K\n");
    root.write(cache + "index3/level", "3\n");
    root.write(cache + "index3/type", "Unified\n");
    root.write(cache + "index3/size", "36608K\n");
    const record::device found = read_processor(root.path());
    EXPECT_EQ(found.kind, record::device_kind::cpu);
    EXPECT_EQ(found.name, "Test CPU @ 2.00GHz");
    EXPECT_EQ(found.memory_bytes, std::uint64_t{24000000} << 10);
    EXPECT_EQ(found.l2_bytes, std::uint64_t{36608} << 10);
    EXPECT_EQ(found.multiprocessors, processors_of_this_process());
    EXPECT_FALSE(found.index.has_value());
}

TEST(processor, that_the_kernel_says_nothing_of_has_a_name_and_unknown_sizes) {
    const scoped_folder root;
    const record::device found = read_processor(root.path());
    EXPECT_NE(found.name, "");
    EXPECT_EQ(found.memory_bytes, 0U);
    EXPECT_EQ(found.l2_bytes, 0U);
}

TEST(processor, quota_of_a_surrounding_group_counts) {
    const scoped_folder root;
    root.write("proc/self/cgroup", "0::/pod/container\n");
    root.write("sys/fs/cgroup/pod/container/cpu.max", "max 100000\n");
    root.write("sys/fs/cgroup/pod/cpu.max", "50000 100000\n");
    EXPECT_EQ(read_processor(root.path()).multiprocessors, 1);
}

TEST(processor, quota_of_version_1_counts) {
    const scoped_folder root;
    root.write("proc/self/cgroup", "5:memory:/x\n4:cpu,cpuacct:/docker\n");
    root.write("sys/fs/cgroup/cpu/docker/cpu.cfs_quota_us", "100000\n");
    root.write("sys/fs/cgroup/cpu/docker/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(read_processor(root.path()).multiprocessors, 1);
}

TEST(processor, without_quota_is_what_the_affinity_allows) {
    const scoped_folder root;
    root.write("proc/self/cgroup", "0::/\n4:cpu:/\n");
    root.write("sys/fs/cgroup/cpu.max", "max 100000\n");
    root.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    root.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(read_processor(root.path()).multiprocessors, processors_of_this_process());
}

TEST(processor, of_this_machine_can_be_used) {
    const record::device found = read_processor();
    EXPECT_GE(found.multiprocessors, 1);
    EXPECT_GT(found.memory_bytes, 0U);
}

} // namespace
} // namespace dyno
