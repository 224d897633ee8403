// SPDX-License-Identifier: Apache-2.0
#include "part.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;

TEST(part, of_facts) {
    EXPECT_EQ(part_of_fact("driver.version"), "driver");
    EXPECT_EQ(part_of_fact("gpu.power_limit_w"), "GPU");
    EXPECT_EQ(part_of_fact("cuda.runtime"), "CUDA runtime");
    EXPECT_EQ(part_of_fact("env.NVIDIA_TF32_OVERRIDE"), "variable NVIDIA_TF32_OVERRIDE");
    EXPECT_EQ(part_of_fact("something.new"), "something.new") << "never silently nothing";
}

TEST(part, of_libraries_that_begin_alike) {
    EXPECT_EQ(part_of_library("libcuda"), "driver");
    EXPECT_EQ(part_of_library("libcudart"), "CUDA runtime");
    EXPECT_EQ(part_of_library("libcudnn_ops"), "cuDNN");
    EXPECT_EQ(part_of_library("libcublasLt"), "cuBLAS");
    EXPECT_EQ(part_of_library("libcusparseLt"), "cuSPARSELt");
    EXPECT_EQ(part_of_library("libcusparse"), "cuSPARSE");
    EXPECT_EQ(part_of_library("libtorch_cpu"), "LibTorch");
    EXPECT_EQ(part_of_library("libfoo"), "libfoo");
}

TEST(library_stem, is_without_version_and_hash) {
    EXPECT_EQ(library_stem("libcudnn.so.9"), "libcudnn");
    EXPECT_EQ(library_stem("libgomp-a34b3233.so.1"), "libgomp");
    EXPECT_EQ(library_stem("libgomp-24e2ab19.so.1.0.0"), "libgomp");
    EXPECT_EQ(library_stem("libnvidia-ml.so.1"), "libnvidia-ml") << "no hash";
}

TEST(way_to_part, is_where_something_is_looked_for) {
    EXPECT_TRUE(is_way_to_part("env.LD_LIBRARY_PATH"));
    EXPECT_FALSE(is_way_to_part("env.LD_PRELOAD")) << "what is preloaded may be anything";
    EXPECT_FALSE(is_way_to_part("env.CUDA_LAUNCH_BLOCKING"));
    EXPECT_FALSE(is_way_to_part("driver.version"));
}

TEST(preloaded_besides_parts, leaves_out_what_is_compared_by_version) {
    EXPECT_EQ(preloaded_besides_parts("/a/libcudnn.so.9:/a/libcudnn_ops.so.9"), "");
    EXPECT_EQ(preloaded_besides_parts("/a/libcudnn.so.9 /b/slow_down.so"), "/b/slow_down.so");
    EXPECT_EQ(preloaded_besides_parts("libtcmalloc.so.4::/b/libcublasLt.so.13:x.so"),
              "libtcmalloc.so.4:x.so");
    EXPECT_EQ(preloaded_besides_parts(""), "");
}
