// SPDX-License-Identifier: Apache-2.0
#include "doctor/elf_file.hpp"

#include "record/error.hpp"
#include "scoped_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace {

using dyno::doctor::read_elf_file;
using testing::Contains;
using testing::HasSubstr;

TEST(elf_file, says_what_it_needs_and_where_it_looks) {
    const auto file = read_elf_file(LINKS_LIBTORCH);
    EXPECT_THAT(file.needed, Contains("libtorch_cpu.so"));
    EXPECT_THAT(file.runpath, Contains(LIBTORCH_FOLDER));
    EXPECT_FALSE(file.fatbin);
}

TEST(elf_file, what_is_none_is_an_error_and_so_is_every_cut) {
    const scoped_folder folder;
    folder.write("text.so", "no library");
    EXPECT_THROW((void)read_elf_file(folder.path() / "text.so"), dyno::error);
    EXPECT_THROW((void)read_elf_file(folder.path() / "gone.so"), dyno::error);
    EXPECT_THROW((void)read_elf_file(folder.path()), dyno::error);

    std::ifstream whole(LINKS_LIBTORCH, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
    for (const std::size_t length : {std::size_t{40}, std::size_t{64}, bytes.size() / 2}) {
        folder.write("cut.so", bytes.substr(0, length));
        EXPECT_THROW((void)read_elf_file(folder.path() / "cut.so"), dyno::error) << length;
    }
}

} // namespace
