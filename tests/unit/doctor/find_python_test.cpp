// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_python.hpp"

#include "scoped_environment.hpp"
#include "scoped_folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace {

using namespace dyno::doctor;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(find_python, none_on_the_path) {
    const scoped_environment empty{"PATH", "/nowhere"};
    dyno::children processes;
    EXPECT_EQ(find_python(processes).program, "");
}

TEST(find_python, packages_are_told_by_their_metadata_and_none_is_imported) {
    const scoped_folder site;
    site.write("torch-2.5.1.dist-info/METADATA", "Metadata-Version: 2.1\nName: torch\n"
                                                 "Version: 2.5.1\n");
    site.write("torch/__init__.py", "raise SystemExit('torch was imported')\n");
    site.write("torch/version.py", "__version__ = '2.5.1+cu124'\ncuda = '12.4'\n");
    site.write("tensorflow-2.12.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tensorflow\n"
                                                       "Version: 2.12.0\n");
    const scoped_environment path{"PYTHONPATH", site.path().string()};
    dyno::children processes;
    const seen_python seen = find_python(processes);
    ASSERT_FALSE(seen.program.empty());
    EXPECT_THAT(seen.trouble, IsEmpty());
    EXPECT_THAT(seen.version, HasSubstr("3."));
    EXPECT_EQ(seen.packages.at("torch"), "2.5.1+cu124");
    EXPECT_EQ(seen.packages.at("tensorflow"), "2.12.0");
    EXPECT_EQ(seen.torch_cuda, "12.4");
    EXPECT_EQ(seen.torch_folder, (site.path() / "torch").string());
}

TEST(find_python, one_that_fails_says_how) {
    const scoped_folder bin;
    bin.write("python3", "#!/bin/sh\necho 'no such interpreter' >&2\nexit 3\n");
    std::filesystem::permissions(bin.path() / "python3", std::filesystem::perms::owner_all);
    const scoped_environment path{"PATH", bin.path().string()};
    dyno::children processes;
    const seen_python seen = find_python(processes);
    EXPECT_EQ(seen.trouble, "ended with exit status 3: no such interpreter");
}

} // namespace
