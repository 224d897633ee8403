// What the plugins ask the loader for: LibTorch's CUDA half, which the linker likes to drop, and no
// driver, which a machine without a GPU lacks.
// SPDX-License-Identifier: Apache-2.0
#include "training_plugins.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

namespace dyno::testing {
namespace {

std::string dynamic_section(const char* path) {
    const std::string command = std::string(DYNO_READELF) + " -d -W '" + path + "'";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string text;
    std::array<char, 4096> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr) {
        text += buffer.data();
    }
    return text;
}

using ::testing::HasSubstr;
using ::testing::Not;

TEST(needed_libraries, hold_libtorchs_cuda_half_and_no_driver) {
    for (const auto& plugin : training_plugins) {
        SCOPED_TRACE(plugin.name);
        const std::string text = dynamic_section(plugin.path);
        ASSERT_THAT(text, HasSubstr("[libtorch_cpu.so]"));
        if (DYNO_LIBTORCH_HAS_CUDA) {
            EXPECT_THAT(text, HasSubstr("[libtorch_cuda.so]"));
        }
        EXPECT_THAT(text, Not(HasSubstr("[libcuda.so")));
    }
}

// A library of CUDA's that a plugin needed itself would be chosen before LibTorch's, by SONAME, for
// the whole process.
TEST(needed_libraries, leave_the_choice_of_cuda_libraries_to_libtorch) {
    for (const auto& plugin : training_plugins) {
        SCOPED_TRACE(plugin.name);
        const std::string text = dynamic_section(plugin.path);
        ASSERT_THAT(text, HasSubstr("NEEDED"));
        for (const char* library : {"[libcudart", "[libcudnn", "[libcublas", "[libnvrtc"}) {
            EXPECT_THAT(text, Not(HasSubstr(library)));
        }
    }
}

/// Files mapped into this process.
std::set<std::filesystem::path> mapped_files() {
    std::set<std::filesystem::path> files;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        if (const auto slash = line.find('/'); slash != std::string::npos) {
            files.insert(line.substr(slash));
        }
    }
    return files;
}

// Another cuDNN of the same SONAME, the system's say, would serve LibTorch without a word.
TEST(needed_libraries, cuda_libraries_come_from_libtorchs_own_folders) {
    ASSERT_NE(dlopen(training_plugins.front().path, RTLD_NOW | RTLD_LOCAL), nullptr) << dlerror();
    std::vector<std::filesystem::path> folders;
    std::istringstream list(DYNO_LIBTORCH_FOLDERS);
    for (std::string folder; std::getline(list, folder, ':');) {
        folders.emplace_back(std::filesystem::canonical(folder));
    }
    int compared = 0;
    for (const auto& file : mapped_files()) {
        for (const auto& folder : folders) {
            if (exists(folder / file.filename())) {
                ++compared;
                EXPECT_TRUE(equivalent(file, folder / file.filename()))
                    << file << " is mapped, LibTorch has one in " << folder;
            }
        }
    }
    EXPECT_GE(compared, 3) << "LibTorch itself should be mapped";
}

} // namespace
} // namespace dyno::testing
