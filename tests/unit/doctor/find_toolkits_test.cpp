// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_toolkits.hpp"

#include "scoped_environment.hpp"
#include "scoped_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace {

using namespace dyno::doctor;
using testing::IsEmpty;
using testing::SizeIs;

class find_toolkits_in : public testing::Test {
protected:
    void write_toolkit(const std::string& folder, const char* version) {
        tree.write(folder + "/bin/nvcc", "#!/bin/sh\n");
        tree.write(folder + "/include/cuda_runtime_api.h", "");
        tree.write(folder + "/include/cuda.h",
                   std::string("/** a comment */\n#define CUDA_VERSION ") + version + "\n");
        fs::permissions(at(folder) / "bin/nvcc", fs::perms::owner_all);
    }
    [[nodiscard]] fs::path at(const std::string& folder) const { return tree.path() / folder; }

    scoped_folder tree;
    scoped_environment path{"PATH", ""}, home{"CUDA_HOME", ""}, other{"CUDA_PATH", ""};
};

TEST_F(find_toolkits_in, an_empty_tree_finds_none) {
    const seen_toolkits seen = find_toolkits(tree.path());
    EXPECT_THAT(seen.found, IsEmpty());
    EXPECT_EQ(seen.on_path, "");
    EXPECT_EQ(seen.variable, "");
}

TEST_F(find_toolkits_in, usual_folders_are_found_once_though_linked) {
    write_toolkit("usr/local/cuda-12.8", "12080");
    write_toolkit("usr/local/cuda-13.0", "13000");
    fs::create_directory_symlink("cuda-13.0", at("usr/local/cuda"));
    fs::create_directories(at("usr/local/cuda-samples"));
    const seen_toolkits seen = find_toolkits(tree.path());
    ASSERT_THAT(seen.found, SizeIs(2));
    EXPECT_EQ(seen.found[0].version, "13.0");
    EXPECT_EQ(seen.found[1].version, "12.8");
}

TEST_F(find_toolkits_in, the_first_on_the_path_leads) {
    write_toolkit("usr/local/cuda-13.0", "13000");
    write_toolkit("own", "12080");
    const scoped_environment search{"PATH", at("gone").string() + ":" + at("own/bin").string()};
    const seen_toolkits seen = find_toolkits(tree.path());
    ASSERT_THAT(seen.found, SizeIs(2));
    EXPECT_EQ(seen.found[0].version, "12.8");
    EXPECT_EQ(seen.on_path, seen.found[0].path);
}

TEST_F(find_toolkits_in, cuda_home_counts_and_may_lead_nowhere) {
    write_toolkit("own", "12080");
    {
        const scoped_environment set{"CUDA_HOME", at("own").string()};
        const seen_toolkits seen = find_toolkits(tree.path());
        ASSERT_THAT(seen.found, SizeIs(1));
        EXPECT_EQ(seen.variable_folder, resolved(at("own")).string());
    }
    const scoped_environment set{"CUDA_HOME", at("gone").string()};
    const seen_toolkits seen = find_toolkits(tree.path());
    EXPECT_EQ(seen.variable, "CUDA_HOME=" + at("gone").string());
    EXPECT_EQ(seen.variable_folder, "");
}

} // namespace
