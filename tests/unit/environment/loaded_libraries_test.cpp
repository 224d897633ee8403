// SPDX-License-Identifier: Apache-2.0
#include "environment/loaded_libraries.hpp"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <filesystem>
#include <unistd.h>

namespace dyno {
namespace {

TEST(version_in_name, is_what_stands_behind_so) {
    EXPECT_EQ(version_in_name("libcublasLt.so.13.0.2.14"), "13.0.2.14");
    EXPECT_EQ(version_in_name("libnvidia-ml.so.580.65.06"), "580.65.06");
    EXPECT_EQ(version_in_name("libopenblas.so.0.3"), "0.3");
    for (const char* without : {"", "libcuda.so", "libcuda.so.1", "libopenblasp-r0.3.21.so",
                                "libx.so.", "libx.so.1.2rc", "libx.1.2", "so.1.2"}) {
        EXPECT_EQ(version_in_name(without), "") << without;
    }
    EXPECT_EQ(version_in_name("lib.so.old.so.1.2"), "1.2");
}

TEST(is_recorded_library, those_that_compute) {
    for (const char* name :
         {"libcuda.so.1", "libcudart.so.13", "libcublasLt.so.13", "libcudnn.so.9",
          "libcudnn_ops.so.9", "libtorch_cuda.so", "libc10.so", "libnccl.so.2", "libopenblas.so.0",
          "libopenblasp-r0.3.21.so", "libgomp.so.1", "libnvidia-ml.so.1", "libmkl_core.so.2",
          "libcusparseLt.so.0"}) {
        EXPECT_TRUE(is_recorded_library(name)) << name;
    }
    for (const char* name : {"", "libc.so.6", "libstdc++.so.6", "libm.so.6", "spin.so", "libcud.so",
                             "xlibcuda.so.1", "libblast.so"}) {
        EXPECT_FALSE(is_recorded_library(name)) << name;
    }
}

TEST(loaded_libraries, are_those_that_are_mapped) {
    // Any library will do, under a name that is recorded.
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("dyno test " + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::filesystem::path file = folder / "libblis.so.4.2.1";
    std::filesystem::copy_file(TEST_LIBRARY, file);
    const auto found = [&]() -> std::vector<record::library> {
        std::vector<record::library> ours;
        for (const record::library& l : loaded_libraries()) {
            if (l.path == file) {
                ours.push_back(l);
            }
        }
        return ours;
    };
    EXPECT_TRUE(found().empty());
    void* opened = ::dlopen(file.c_str(), RTLD_NOW);
    ASSERT_NE(opened, nullptr) << ::dlerror();
    EXPECT_EQ(found(), (std::vector<record::library>{{"libblis.so.4.2.1", "4.2.1", file.string()}}))
        << "once";
    ::dlclose(opened);
    EXPECT_TRUE(found().empty());
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace dyno
